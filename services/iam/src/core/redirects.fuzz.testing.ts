import assert from 'node:assert/strict'
import { isAgentRedirectAddress, isLoopbackUrl, isRedirectAddress } from './redirects.ts'

export const reads = 'redirect addresses of clients'
export const seeds = [
  'https://app.example/cb?x=1',
  'http://127.0.0.1:8080/cb',
  'http://[::1]/cb',
  'http://localhost/cb',
]
export const words = [
  'https://',
  'http://',
  'localhost',
  '127.0.0.1',
  '0x7f.1',
  '%',
  '\u3002',
  '//',
  ':443',
  '@',
]
export const mostBytes = 1000

/** What is taken has a scheme and a host that may be, also for whoever writes it anew. */
export function check(bytes: Buffer): void {
  const text = bytes.toString()
  if (isAgentRedirectAddress(text)) assert.ok(isRedirectAddress(text))
  if (!isRedirectAddress(text)) return
  const url = new URL(text)
  assert.ok(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackUrl(text)))
  assert.equal(url.hash + url.username + url.password, '')
  assert.ok(isRedirectAddress(url.href), `${url.href} is none`)
}

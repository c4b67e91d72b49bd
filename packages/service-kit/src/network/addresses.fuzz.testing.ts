import assert from 'node:assert/strict'
import { isIP, isIPv6 } from 'node:net'
import { placeOf } from './client-place.ts'
import { isPublicAddress, isPublicUrl } from './public-address.ts'

export const reads = 'addresses of clients, and of whom is called'
export const seeds = [
  '192.0.2.1',
  '::ffff:10.0.0.1',
  '2001:db8::1%eth0',
  'https://hooks.example/x',
  'http://[::1]:80',
  '1::',
]
export const words = ['::', '::ffff:', '0x7f', '127.1', 'localhost', '.localhost', '%25', 'fe80']
export const mostBytes = 200

/** Nothing is thrown; a place is one address or one network, and what is public is an address at all. */
export function check(bytes: Buffer): void {
  const text = bytes.toString()
  if (isPublicAddress(text)) assert.notEqual(isIP(text), 0)
  isPublicUrl(text)
  const place = placeOf(text)
  if (!isIPv6(text) || isIP(place) === 4) return
  assert.match(place, /^[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){3}::\/64$/)
}

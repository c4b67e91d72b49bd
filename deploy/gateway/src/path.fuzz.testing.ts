import assert from 'node:assert/strict'
import { loggedPath } from './logged-path.ts'
import { judgePath, pathOf } from './mounts.ts'

export const reads = 'paths of requests'
export const mostBytes = 1000
export const seeds = [
  '/api/bpm/v1/tasks/T-1',
  '/internal/v1/dms/bpm-events',
  '/api/dms/shares/token/',
  '/console/%E4%B8%AD',
  '/a/%2e%2e/b',
  '/internal/v1/dms/bpm-events#x?y',
]
export const words = [
  '%2e',
  '%2f',
  '%5c',
  '%252e',
  '..;',
  '//',
  '%00',
  '%c0%ae',
  'BPM-Events',
  '%u002e',
]

/** Nothing is thrown. What is passed on leads to the same place for whoever reads it as a browser or a Java server does, and nowhere that is closed. */
export function check(bytes: Buffer): void {
  // As the parser of requests lets them through.
  const target = bytes.toString('latin1').split(/\s/, 1)[0] ?? ''
  const path = pathOf(target)
  assert.ok(!/[?#]/.test(loggedPath(target)))
  if (judgePath(path) !== 'routable') return
  const url = new URL(`http://gateway.example${path}`)
  assert.equal(url.host, 'gateway.example')
  assert.equal(decodeURIComponent(url.pathname), decodeURIComponent(path))
  assert.equal(judgePath(url.pathname), 'routable')
  // Servers of Java leave out what follows a `;` in each segment, and resolve then.
  const bare = decodeURIComponent(path).replaceAll(/;[^/]*/g, '')
  assert.ok(!/\/(?:\/|\.{1,2}(?:\/|$))/.test(bare), 'it leads elsewhere there')
  const plain = decodeURIComponent(url.pathname).toLowerCase()
  assert.ok(!/^\/internal\/v1\/dms\/bpm-events\/?$/.test(plain), 'it is not for the outside')
}

import assert from 'node:assert/strict'
import { readRetryAfter } from './retry.ts'

export const reads = 'Retry-After'
export const mostBytes = 200
export const seeds = [
  '120',
  'Fri, 31 Dec 1999 23:59:59 GMT',
  'Sun, 29 Nov 2026 12:00:00 GMT',
  '-1',
  '1e9',
]

/** Nothing is thrown, and the wait is one that a clock can have. */
export function check(bytes: Buffer): void {
  const wait = readRetryAfter(bytes.toString('latin1'), Date.UTC(2026, 10, 29, 10))
  assert.ok(wait === undefined || (Number.isFinite(wait) && wait >= 0), `waits ${wait} ms`)
}

import assert from 'node:assert/strict'
import { decideRange, isIfMatchMet, matchesEtag } from './byte-range.ts'

export const reads = 'Range, If-Range, If-Match, If-None-Match'
export const seeds = [
  'bytes=0-9\n"abc"\n',
  'bytes=-5\n\nW/"abc", "def"',
  'bytes=7-\n*\n*',
  'bytes=0-1,3-4',
]
export const words = ['bytes=', 'W/"', '"abc"', '99999999999999999999']

const etag = '"abc"'

/** Nothing is thrown, and what is sent lies within the file. */
export function check(bytes: Buffer): void {
  const [range, ifRange, match = ''] = bytes.toString('latin1').split('\n')
  for (const size of [0, 1, 10, 2 ** 40]) {
    const decided = decideRange(range, size, etag, ifRange === '' ? undefined : ifRange)
    if (decided.kind !== 'part') continue
    const { start, end } = decided.range
    assert.ok(Number.isSafeInteger(start) && Number.isSafeInteger(end), `${start}-${end}`)
    assert.ok(0 <= start && start <= end && end < size, `${start}-${end} of ${size}`)
  }
  // What a strong comparison lets through a weak one does as well.
  if (isIfMatchMet(match, etag)) assert.ok(matchesEtag(match, etag))
}

import { NoAnswer } from '@countersign/client'
import { UnexpectedAnswer } from '@countersign/local/seed/sign-in'
import { expect, it } from 'vitest'
import { findUnexplained, wordSignIn, wordUnclear } from './until-clear.ts'

const page = (status: number) => new UnexpectedAnswer('a page', { status })
const wrap = (cause: unknown) => new Error('something went wrong', { cause })

it.each([
  [page(500), '500 of a sign-in'],
  [wrap(page(400)), '400 of a sign-in'],
  [wrap(new Response('', { status: 503 })), '503 of a sign-in'],
  [new TypeError('fetch failed', { cause: new Error('ECONNRESET') }), 'no answer to a sign-in'],
  [wrap(new DOMException('', 'TimeoutError')), 'no answer to a sign-in'],
  [new Error('round in circles'), 'sign-in: Error: round in circles'],
])('words a sign-in that ended with %s', (error, word) => {
  expect(wordSignIn(error)).toBe(word)
  expect(wordUnclear(new NoAnswer(word))).toBe(word)
})

it('an outage explains silence and what says to come again, and nothing else', () => {
  const notes = new Map([
    ['no answer to POST http://a/b', 3],
    ['503 bpm.unavailable', 4],
    ['502 gateway.upstream_unavailable', 1],
    ['503 of a sign-in', 2],
    ['409 dms.upload_busy', 13],
    ['500 of a sign-in', 1],
    ['400 of a sign-in', 4],
    ['no token', 1],
    ['500 bpm.internal_error', 1],
    ['429 iam.too_many_tries', 1],
    ['409 dms.upload_conflict', 1],
  ])
  expect(findUnexplained(notes)).toEqual([
    '1 times 500 of a sign-in',
    '4 times 400 of a sign-in',
    '1 times no token',
    '1 times 500 bpm.internal_error',
    '1 times 429 iam.too_many_tries',
    '1 times 409 dms.upload_conflict',
  ])
})

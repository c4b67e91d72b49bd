import { expect, it } from 'vitest'
import { toAnswer } from './answer.ts'
import { KeysUnavailable, TokenMissing } from './errors.ts'

it('is a problem with the headers that belong to it', () => {
  expect(toAnswer(new TokenMissing())).toEqual({
    status: 401,
    headers: {
      'www-authenticate': 'Bearer realm="countersign"',
      'content-type': 'application/problem+json',
    },
    body: JSON.stringify({
      type: 'urn:countersign:problem:auth.token_missing',
      title: 'Access token missing',
      status: 401,
      detail: 'Send an access token as Authorization: Bearer <token>.',
      code: 'auth.token_missing',
    }),
  })
  expect(toAnswer(new KeysUnavailable('timeout'))).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1', 'content-type': 'application/problem+json' },
  })
})

it('is none to what is no error of this package, whatever it looks like', () => {
  for (const error of [new Error('bug'), new TokenMissing().toProblem(), undefined, null]) {
    expect(toAnswer(error)).toBeUndefined()
  }
})

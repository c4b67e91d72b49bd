import { describe, expect, it } from 'vitest'
import {
  AgentRefused,
  InsufficientScope,
  InvalidToken,
  KeysUnavailable,
  ServiceRequired,
  TokenMissing,
  UserRequired,
} from './index.ts'

describe('errors', () => {
  it.each([
    [new TokenMissing(), 401, 'auth.token_missing', 'Bearer realm="countersign"'],
    [
      new InvalidToken('expired'),
      401,
      'auth.invalid_token',
      'Bearer error="invalid_token", error_description="The access token has expired."',
    ],
    [
      new UserRequired(),
      403,
      'auth.user_required',
      'Bearer error="insufficient_scope", error_description="This address takes the access token of a signed-in user."',
    ],
    [
      new AgentRefused(),
      403,
      'auth.agent_refused',
      'Bearer error="insufficient_scope", error_description="This address takes no access token by which an agent acts for a user."',
    ],
    [
      new ServiceRequired(),
      403,
      'auth.service_required',
      'Bearer error="insufficient_scope", error_description="This address takes the access token of a service."',
    ],
    [
      new InsufficientScope('expense:start'),
      403,
      'auth.insufficient_scope',
      'Bearer error="insufficient_scope", scope="expense:start"',
    ],
    [new InsufficientScope(), 403, 'auth.insufficient_scope', 'Bearer error="insufficient_scope"'],
    [new KeysUnavailable('connect'), 503, 'auth.keys_unavailable', undefined],
  ])('%s means one status, code and challenge', (error, status, code, challenge) => {
    expect(error).toMatchObject({ status, code, wwwAuthenticate: challenge })
    expect(error.toProblem()).toMatchObject({
      type: `urn:countersign:problem:${code}`,
      status,
      code,
      detail: error.message,
    })
    expect(error.headers['www-authenticate']).toBe(challenge)
  })

  it('keeps what could break out of the challenge out of it', () => {
    const error = new InsufficientScope('a", error="x')
    expect(error.wwwAuthenticate).toBe('Bearer error="insufficient_scope"')
    expect(error.toProblem().required).toBe('a", error="x')
  })

  it('tells when to ask again while keys are unavailable', () => {
    expect(new KeysUnavailable('timeout').headers).toEqual({ 'retry-after': '1' })
  })
})

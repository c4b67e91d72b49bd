import { readFile } from 'node:fs/promises'
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
import {
  InsufficientAuthentication,
  InvalidProof,
  type InvalidProofReason,
  type InvalidTokenReason,
  type KeysUnavailableReason,
} from './errors.ts'

const tokenReasons: Record<InvalidTokenReason, true> = {
  malformed: true,
  too_large: true,
  algorithm: true,
  type: true,
  critical_header: true,
  embedded_key: true,
  unknown_key: true,
  signature: true,
  issuer: true,
  audience: true,
  expired: true,
  not_yet_valid: true,
  claims: true,
  not_an_access_token: true,
  revoked: true,
  bound: true,
  not_bound: true,
}
const proofReasons: Record<InvalidProofReason, true> = {
  missing: true,
  not_taken: true,
  malformed: true,
  type: true,
  algorithm: true,
  key: true,
  binding: true,
  signature: true,
  claims: true,
  method: true,
  address: true,
  time: true,
  token: true,
  replayed: true,
}

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

describe('what is said of a token or a proof', () => {
  const errors = [
    ...Object.keys(tokenReasons).map((reason) => new InvalidToken(reason as InvalidTokenReason)),
    ...Object.keys(proofReasons).map((reason) => new InvalidProof(reason as InvalidProofReason)),
  ]

  it.each(errors)('is one sentence of its own, that a header can carry: $message', (error) => {
    expect(error.message).toMatch(/^(The|A|There|This) [\w :,+-]+\.$/)
    expect(errors.filter(({ message }) => message === error.message)).toEqual([error])
    expect(error.wwwAuthenticate).toContain(`error_description="${error.message}"`)
  })

  it('is said under the scheme that it came by, with the algorithms of proofs', () => {
    const algs = 'algs="ES256 Ed25519 EdDSA"'
    const bound = new InvalidToken('bound', 'DPoP')
    expect(bound.wwwAuthenticate).toBe(
      `DPoP error="invalid_token", error_description="${bound.message}", ${algs}`,
    )
    const replayed = new InvalidProof('replayed')
    expect(replayed.wwwAuthenticate).toBe(
      `DPoP error="invalid_dpop_proof", error_description="${replayed.message}", ${algs}`,
    )
    expect(replayed.toProblem()).toEqual({
      type: 'urn:countersign:problem:auth.invalid_dpop_proof',
      title: 'Proof of possession not valid',
      status: 401,
      detail: 'The DPoP proof was used before.',
      code: 'auth.invalid_dpop_proof',
    })
  })
})

describe('each error', () => {
  it.each([
    [new TokenMissing(), 'TokenMissing', 'Access token missing'],
    [new InvalidToken('claims'), 'InvalidToken', 'Access token not valid'],
    [new InvalidProof('claims'), 'InvalidProof', 'Proof of possession not valid'],
    [new UserRequired(), 'UserRequired', 'A user token is required'],
    [new AgentRefused(), 'AgentRefused', 'Agents may not do this'],
    [new ServiceRequired(), 'ServiceRequired', 'A service token is required'],
    [new InsufficientScope(), 'InsufficientScope', 'Permission missing'],
    [new KeysUnavailable('status'), 'KeysUnavailable', 'Signing keys unavailable'],
    [new InsufficientAuthentication({}), 'InsufficientAuthentication', 'A new sign-in is required'],
  ])('has the name and the title by which it is known: %s', (error, name, title) => {
    expect(error).toMatchObject({ name, title })
    expect(error.toProblem().title).toBe(title)
  })
})

describe('a permission that is missing', () => {
  it('is named where it may be, and in the words of whoever refuses', () => {
    const lacks = 'The access token lacks a permission or scope that this address requires.'
    expect(new InsufficientScope().toProblem()).not.toHaveProperty('required')
    expect(new InsufficientScope('a').toProblem()).toMatchObject({ required: 'a', detail: lacks })
    expect(new InsufficientScope(undefined, 'No.').message).toBe('No.')
  })

  it.each(['', 'a b', 'a"', 'a\\', 'a\r\nx: y', 'ä'])('stays out of the header as %j', (name) => {
    expect(new InsufficientScope(name).wwwAuthenticate).toBe('Bearer error="insufficient_scope"')
  })

  it.each(['!', '#', '[', ']', '~', 'expense:start'])('may be %s', (name) => {
    expect(new InsufficientScope(name).wwwAuthenticate).toContain(`scope="${name}"`)
  })
})

describe('a sign-in that is too old or too weak', () => {
  const said = 'Confirm who you are: this needs a more recent or a stronger authentication.'
  const start = `Bearer error="insufficient_user_authentication", error_description="${said}"`

  it.each([
    [{}, ''],
    [{ acrValues: 'mfa hw' }, ', acr_values="mfa hw"'],
    [{ maxAge: 300.9 }, ', max_age="300"'],
    [{ maxAge: 0, acrValues: 'mfa' }, ', acr_values="mfa", max_age="0"'],
    [{ acrValues: 'a"' }, ''],
    [{ acrValues: ' a' }, ''],
    [{ acrValues: 'a ' }, ''],
    [{ acrValues: 'a  b' }, ''],
    [{ acrValues: 'a b"' }, ''],
    [{ acrValues: '' }, ''],
  ])('is told with what is needed: %j', (needed, more) => {
    const error = new InsufficientAuthentication(needed)
    expect(error).toMatchObject({ status: 401, code: 'auth.insufficient_authentication' })
    expect(error.wwwAuthenticate).toBe(start + more)
    expect(error.toProblem()).toMatchObject({ ...needed, status: 401, detail: said })
  })
})

it('says what it is that cannot be had, and keeps the cause to itself', () => {
  const cause = new Error('ECONNREFUSED 10.0.0.7')
  const texts: Partial<Record<KeysUnavailableReason, string>> = {
    connect: 'The key set of the identity service cannot be read at the moment.',
    revocations: 'What was revoked cannot be read at the moment.',
    proofs: 'No more proofs can be remembered at the moment.',
  }
  for (const [reason, text] of Object.entries(texts)) {
    const error = new KeysUnavailable(reason as KeysUnavailableReason, { cause })
    expect(error).toMatchObject({ message: text, reason, cause })
    expect(JSON.stringify(error.toProblem())).not.toContain('10.0.0.7')
  }
})

it('is on the page of the verifier, whichever it is', async () => {
  const code = await readFile(new URL('errors.ts', import.meta.url), 'utf8')
  const page = await readFile(new URL('../../../docs/verifier.md', import.meta.url), 'utf8')
  const names = Array.from(
    code.matchAll(/export class (\w+) extends AuthError/g),
    ([, name]) => name,
  )
  expect(names).toContain('InvalidProof')
  expect(names.filter((name) => !page.includes(`| \`${name}\` `))).toEqual([])
})

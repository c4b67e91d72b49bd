import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVerifier, verifyCallback } from './index.ts'
import { createTestIssuer, type TestIssuer } from './testing.ts'

let issuer: TestIssuer
let other: TestIssuer
beforeAll(async () => {
  issuer = await createTestIssuer()
  other = await createTestIssuer({ issuer: issuer.issuer })
})
afterAll(() => Promise.all([issuer.close(), other.close()]))

const good = { clientId: 'workflow', scopes: ['tenant:t1', 'bpm.events'] }
const setup = () => verifyCallback({ verifier: createVerifier(issuer), clientId: 'workflow' })

describe('verifyCallback', () => {
  it('[AUTH-06] takes the token of the workflow service', async () => {
    const caller = await setup()(issuer.serviceToken(good))
    expect(caller).toMatchObject({ clientId: 'workflow', grantType: 'client_credentials' })
  })

  it.each<[string, () => string, string]>([
    ['another key', () => other.serviceToken(good), 'auth.invalid_token'],
    [
      'another issuer',
      () => issuer.serviceToken({ ...good, claims: { iss: 'https://x.example' } }),
      'auth.invalid_token',
    ],
    [
      'a token that has expired',
      () => issuer.serviceToken({ ...good, expiresInSeconds: -1 }),
      'auth.invalid_token',
    ],
    [
      'another client',
      () => issuer.serviceToken({ ...good, clientId: 'expense' }),
      'auth.insufficient_scope',
    ],
    [
      'a user signed in by that client',
      () => issuer.userToken({ ...good, sub: 'workflow' }),
      'auth.service_required',
    ],
    [
      'no grant type',
      () => issuer.serviceToken({ ...good, claims: { grant_type: undefined } }),
      'auth.service_required',
    ],
    [
      'no scope',
      () => issuer.serviceToken({ ...good, scopes: ['bpm.events.x'] }),
      'auth.insufficient_scope',
    ],
    [
      'the scope as a permission',
      () => issuer.serviceToken({ ...good, scopes: [], permissions: ['bpm.events'] }),
      'auth.insufficient_scope',
    ],
    ['no token', () => '', 'auth.invalid_token'],
  ])('[AUTH-06] refuses %s', async (_, token, code) => {
    await expect(setup()(token())).rejects.toMatchObject({ code })
  })

  it.each(['', undefined, 7])('needs to know the workflow service, which %j is not', (clientId) => {
    const rules = { verifier: createVerifier(issuer), clientId: clientId as string }
    expect(() => verifyCallback(rules)).toThrow(
      new TypeError('verifyCallback: clientId is required'),
    )
  })
})

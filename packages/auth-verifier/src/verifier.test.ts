import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVerifier, InvalidToken, KeysUnavailable, verifyCallback } from './index.ts'
import { createTestIssuer, type TestIssuer } from './testing.ts'

let issuer: TestIssuer
beforeAll(async () => {
  issuer = await createTestIssuer()
})
afterAll(() => issuer.close())

const setup = () => createVerifier(issuer)

describe('createVerifier', () => {
  it('[AUTH-02] reads the caller out of a user token', async () => {
    const token = issuer.userToken({ permissions: ['expense:start'], scopes: ['openid', 'x'] })

    const caller = await setup().verify(token)

    expect(caller).toMatchObject({
      clientId: 'test-spa',
      grantType: 'authorization_code',
      permissions: ['expense:start'],
      scopes: ['openid', 'x'],
      authorities: ['expense:start', 'SCOPE_openid', 'SCOPE_x'],
    })
  })

  it('[AUTH-01] fetches nothing before the first token and once for many', async () => {
    const before = issuer.fetchCount()
    const { verify } = setup()
    expect(issuer.fetchCount()).toBe(before)

    await Promise.all(Array.from({ length: 50 }, () => verify(issuer.userToken())))

    expect(issuer.fetchCount()).toBe(before + 1)
  })

  it('answers 503, never 401, while there are no keys', async () => {
    const { verify } = setup()
    issuer.setOutage(true)
    const token = issuer.userToken()
    await expect(verify(token)).rejects.toThrow(KeysUnavailable)
    issuer.setOutage(false)
    await expect(verify(token)).resolves.toMatchObject({ clientId: 'test-spa' })
  })

  it('[AUTH-06] takes events from the workflow service alone', async () => {
    const verify = verifyCallback({ verifier: setup(), clientId: 'workflow' })
    const good = { clientId: 'workflow', scopes: ['bpm.events'] }
    await expect(verify(issuer.serviceToken(good))).resolves.toMatchObject({ subject: 'workflow' })
    await expect(verify(issuer.userToken(good))).rejects.toThrow('service')
    await expect(verify(issuer.serviceToken({ clientId: 'workflow' }))).rejects.toThrow('scope')
    await expect(verify(issuer.serviceToken({ scopes: ['bpm.events'] }))).rejects.toThrow('only')
    await expect(verify('x.y.z')).rejects.toThrow(InvalidToken)
  })
})

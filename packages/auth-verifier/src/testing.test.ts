import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVerifier } from './index.ts'
import { createTestClock, createTestIssuer, type TestIssuer } from './testing.ts'

let issuer: TestIssuer
beforeAll(async () => {
  issuer = await createTestIssuer()
})
afterAll(() => issuer.close())

describe('createTestIssuer', () => {
  it('issues what the identity service issues', async () => {
    const { verify } = createVerifier(issuer)
    const user = await verify(issuer.userToken())
    expect(user).toMatchObject({ grantType: 'authorization_code', clientId: 'test-spa' })
    expect(user.claims).toMatchObject({ iss: issuer.issuer, aud: issuer.audience })
    expect(Number(user.claims['exp']) - Number(user.claims['iat'])).toBe(600)
    const service = await verify(issuer.serviceToken({ clientId: 'app', tenantId: 't1' }))
    expect(service).toMatchObject({ subject: 'app', clientId: 'app', tenantId: 't1' })
    const minted = await verify(issuer.mint({ sub: 'x', client_id: 'y', extra: 1 }))
    expect(minted.claims).toMatchObject({ extra: 1 })
  })

  it('has one user, unless a test wants others', async () => {
    const { verify } = createVerifier(issuer)
    const [one, same, other] = await Promise.all([
      verify(issuer.userToken()),
      verify(issuer.userToken()),
      verify(issuer.userToken({ sub: 'u2', tenantId: 't2' })),
    ])
    expect([same.subject, same.tenantId]).toEqual([one.subject, one.tenantId])
    expect([other.subject, other.tenantId]).toEqual(['u2', 't2'])
  })

  it('makes tokens with any claim or header changed or left out', async () => {
    const { verify } = createVerifier(issuer)
    const header = { typ: 'logout+jwt' }
    await expect(verify(issuer.userToken({ header }))).rejects.toMatchObject({ reason: 'type' })
    const claims = { exp: undefined }
    await expect(verify(issuer.userToken({ claims }))).rejects.toMatchObject({ reason: 'claims' })
  })

  it.each([true, 'reset'] as const)('goes down and comes back: %s', async (outage) => {
    const { verify } = createVerifier(issuer)
    issuer.setOutage(outage)
    await expect(verify(issuer.userToken())).rejects.toMatchObject({ status: 503 })
    issuer.setOutage(false)
    await expect(verify(issuer.userToken())).resolves.toBeDefined()
  })

  it('hangs, and closes all the same', async () => {
    const own = await createTestIssuer()
    own.setOutage('hang')
    const { verify } = createVerifier({ ...own, keySetTimeoutMs: 50 })
    await expect(verify(own.userToken())).rejects.toMatchObject({ reason: 'timeout' })
    await own.close()
  })

  it('moves its clock, and with it the tokens and who verifies on it', async () => {
    const own = await createTestIssuer({ clock: createTestClock(new Date('2030-01-01')) })
    const { verify } = createVerifier(own)
    const token = own.userToken()
    await expect(verify(token)).resolves.toMatchObject({ claims: { iat: 1_893_456_000 } })
    own.clock.advanceSeconds(600)
    await expect(verify(token)).rejects.toMatchObject({ reason: 'expired' })
    own.clock.set(new Date('2030-01-01T00:05:00Z'))
    await expect(verify(token)).resolves.toBeDefined()
    await own.close()
  })
})

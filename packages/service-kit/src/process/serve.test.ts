import { createTestIssuer, type TestIssuer } from '@countersign/auth-verifier/testing'
import { PLATFORM_SERVICES, resourceOf, type PlatformService } from '@countersign/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifierFor } from './serve.ts'

let issuer: TestIssuer

beforeAll(async () => {
  issuer = await createTestIssuer()
})
afterAll(() => issuer.close())

const verifierOf = (services?: readonly PlatformService[]) =>
  verifierFor({ ISSUER_URL: issuer.issuer, JWKS_URL: issuer.jwksUrl }, services)

const tokenFor = (aud: unknown) => issuer.userToken({ claims: { aud } })

describe.each(PLATFORM_SERVICES)('the verifier of %s', (service) => {
  it('[V9.2.3] [V10.3.1] takes tokens for the platform and for itself', async () => {
    const { verify } = verifierOf([service])
    for (const audience of [issuer.issuer, resourceOf(issuer.issuer, service)])
      expect((await verify(tokenFor(audience))).clientId).toBe('test-spa')
  })

  it('[V9.2.3] [V10.3.1] takes none for another service, for an application or for nobody', async () => {
    const { verify } = verifierOf([service])
    const others = PLATFORM_SERVICES.filter((name) => name !== service)
    const audiences = [
      ...others.map((name) => resourceOf(issuer.issuer, name)),
      `${resourceOf(issuer.issuer, service)}/`,
      'test-spa',
      [],
      undefined,
    ]
    for (const audience of audiences)
      await expect(verify(tokenFor(audience))).rejects.toMatchObject({ reason: 'audience' })
  })
})

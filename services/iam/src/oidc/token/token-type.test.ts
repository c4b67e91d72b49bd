import { createVerifier } from '@countersign/auth-verifier'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../testing/api.ts'
import { discoverService, signInAs } from '../../testing/sign-in.ts'
import { startFreshIam, startIam } from '../../testing/start.ts'
import { afterLogout, callback, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

const typeOf = (token: string) =>
  (
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as {
      typ: string
    }
  ).typ

const serviceToken = async (url: string, clientId: string, secret?: string) => {
  const authentication = secret === undefined ? undefined : openid.ClientSecretBasic(secret)
  const config = await discoverService(url, clientId, authentication)
  return (await openid.clientCredentialsGrant(config, {})).access_token
}

describe('the type of access tokens', () => {
  it('[IAM-13] is at+jwt, and JWT for clients that say so, from their next token on', async () => {
    const admin = await apiAs(iam.url, 'admin')
    expect(typeOf((await signInAs(iam.url, 'employee')).tokens.access_token)).toBe('at+jwt')
    expect(typeOf(await serviceToken(iam.url, 'workflow'))).toBe('at+jwt')

    const { body: spa } = await admin('POST', '/clients', {
      type: 'SPA',
      clientId: 'spring-pages',
      name: 'Spring pages',
      redirectUris: [callback],
      postLogoutRedirectUris: [afterLogout],
      scopes: ['openid', 'profile'],
      accessTokenType: 'JWT',
    })
    expect(spa).toMatchObject({ accessTokenType: 'JWT' })
    const { config, tokens } = await signInAs(iam.url, 'employee', { clientId: 'spring-pages' })
    expect(typeOf(tokens.access_token)).toBe('JWT')
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(typeOf(next.access_token)).toBe('JWT')

    const { body: made } = await admin('POST', '/clients', {
      type: 'SERVICE',
      clientId: 'spring',
      name: 'Spring',
      scopes: ['bpm.instance.read'],
    })
    const secret = String(made['clientSecret'])
    expect(typeOf(await serviceToken(iam.url, 'spring', secret))).toBe('at+jwt')
    await admin('PATCH', `/clients/${String(made['id'])}`, { accessTokenType: 'JWT' })
    expect(typeOf(await serviceToken(iam.url, 'spring', secret))).toBe('JWT')
  })

  it('[V9.2.2] [IAM-13] is accepted by the verifier of the platform as JWT, where an ID token is not', async () => {
    const { tokens } = await signInAs(iam.url, 'employee', { clientId: 'spring-pages' })
    const verifier = createVerifier({
      issuer: iam.url,
      jwksUrl: `${iam.url}/oauth2/jwks`,
      audience: iam.url,
    })
    expect((await verifier.verify(tokens.access_token)).clientId).toBe('spring-pages')
    await expect(verifier.verify(tokens.id_token ?? '')).rejects.toMatchObject({
      code: 'auth.invalid_token',
    })
  })

  it('[IAM-13] is the deployment’s for clients that name none', async () => {
    const other = await startIam({
      databaseUrl: iam.databaseUrl,
      issuer: iam.url,
      accessTokenType: 'JWT',
    })
    try {
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'workflow',
        client_secret: 'workflow'.padEnd(32, '_'),
      })
      const response = await fetch(`${other.url}/oauth2/token`, { method: 'POST', body })
      const { access_token: token } = (await response.json()) as { access_token: string }
      expect(typeOf(token)).toBe('JWT')
    } finally {
      await other.stop()
    }
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFreshIam } from '../../testing/start.ts'
import { secretOf, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let metadata: Record<string, unknown>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  metadata = (await (
    await fetch(`${iam.url}/.well-known/openid-configuration`)
  ).json()) as typeof metadata
})
afterAll(() => iam.stop())

describe('discovery', () => {
  it('is the same at both addresses', async () => {
    const other = await fetch(`${iam.url}/.well-known/oauth-authorization-server`)
    expect(await other.json()).toEqual(metadata)
    expect(metadata['issuer']).toBe(iam.url)
  })

  it('[V6.3.4] names addresses that answer, and no other of the usual ones does', async () => {
    for (const [name, url] of Object.entries(metadata).filter(
      ([name]) => name.endsWith('_endpoint') || name === 'jwks_uri',
    )) {
      const [get, post] = await Promise.all([
        fetch(String(url), { redirect: 'manual' }),
        fetch(String(url), { method: 'POST', body: new URLSearchParams(), redirect: 'manual' }),
      ])
      expect({ name, found: get.status !== 404 || post.status !== 404 }).toEqual({
        name,
        found: true,
      })
    }
    for (const path of [
      '/reg',
      '/request',
      '/par',
      '/device/auth',
      '/me',
      '/token/introspection',
      '/session/end',
      '/connect/logout/confirm',
    ]) {
      expect({ path, status: (await fetch(`${iam.url}${path}`)).status }).toEqual({
        path,
        status: 404,
      })
    }
  })

  it('[V10.6.1] [V10.4.7] offers what the contract says and nothing more', () => {
    expect(metadata).toMatchObject({
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'client_credentials',
        'urn:ietf:params:oauth:grant-type:token-exchange',
      ],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
      claims_parameter_supported: true,
      request_parameter_supported: false,
      pushed_authorization_request_endpoint: `${iam.url}/oauth2/par`,
      require_pushed_authorization_requests: false,
      dpop_signing_alg_values_supported: ['ES256', 'Ed25519', 'EdDSA'],
    })
    expect(metadata).not.toHaveProperty('registration_endpoint')
  })

  it('lets the scripts of a registered application call the token endpoint, and of no other', async () => {
    const ask = (origin: string) =>
      fetch(`${iam.url}/oauth2/token`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: 'x',
          client_id: 'console',
        }),
      })
    const own = await ask('http://127.0.0.1:4999')
    expect(own.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:4999')
    expect(own.headers.get('access-control-allow-credentials')).toBeNull()
    expect(
      (await ask('https://evil.example')).headers.get('access-control-allow-origin'),
    ).toBeNull()
    const preflight = (origin: string) =>
      fetch(`${iam.url}/oauth2/token`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    const allowed = await preflight('http://127.0.0.1:4999')
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:4999')
    for (const answer of [await preflight('https://evil.example'), await preflight('null')])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('lets the script of an application in that has just been registered', async () => {
    const ask = async () => {
      const answer = await fetch(`${iam.url}/oauth2/token`, {
        method: 'POST',
        headers: { origin: 'https://fresh.example' },
        body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'fresh' }),
      })
      return answer.headers.get('access-control-allow-origin')
    }
    expect(await ask()).toBeNull()
    const fresh = {
      scopes: [],
      clientId: 'fresh',
      type: 'SPA' as const,
      name: 'Fresh',
      redirectUris: ['https://fresh.example/callback'],
      postLogoutRedirectUris: ['https://fresh.example/'],
    }
    await iam.seed({ tenants: [], clients: [fresh] })
    expect(await ask()).toBe('https://fresh.example')
  })

  it('tells the script of a stranger nothing, whatever client it names', async () => {
    const ask = (fields: Record<string, string>, origin: string) =>
      fetch(`${iam.url}/oauth2/token`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams(fields),
      })
    const service = {
      grant_type: 'client_credentials',
      client_id: 'workflow',
      client_secret: secretOf('workflow'),
    }
    for (const fields of [{}, service, { client_id: 'nobody', grant_type: 'refresh_token' }]) {
      const answer = await ask(fields, 'https://evil.example')
      expect(answer.status).toBe(400)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
    }
    // A secret in a browser is no secret: not even where a registered application runs.
    const inBrowser = await ask(service, 'http://127.0.0.1:4999')
    expect(inBrowser.status).toBe(400)
    expect(inBrowser.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:4999')
  })
})

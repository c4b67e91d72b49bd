import { createTestProofKey } from '@countersign/test-kit/tokens'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { Browser } from '../../testing/browser.ts'
import {
  authorize,
  claimsOf,
  discoverService,
  discoverSpa,
  enterCredentials,
  openSignIn,
  signInAs,
} from '../../testing/sign-in.ts'
import { startFreshIam, startSecondProcess } from '../../testing/start.ts'
import { acme, afterLogout, callback, world } from '../../testing/world.ts'
import { deleteExpired } from '../index.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api
let serviceSecret: string

const spa = {
  type: 'SPA',
  redirectUris: [callback],
  postLogoutRedirectUris: [afterLogout],
  scopes: ['openid', 'profile'],
  permissions: ['iam:role:write'],
}

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
  const made = await admin('POST', '/clients', {
    ...spa,
    clientId: 'bound',
    name: 'Bound',
    dpopBoundAccessTokens: true,
  })
  expect(made.body).toMatchObject({ dpopBoundAccessTokens: true })
  await admin('POST', '/clients', { ...spa, clientId: 'free', name: 'Free' })
  const service = await admin('POST', '/clients', {
    type: 'SERVICE',
    clientId: 'bound-service',
    name: 'Bound service',
    scopes: ['bpm.instance.read'],
    tenants: [acme],
    dpopBoundAccessTokens: true,
  })
  serviceSecret = String(service.body['clientSecret'])
})
afterAll(() => iam.stop())

/** A client of somebody else's making that holds a key. */
async function holder(clientId: string) {
  const config = await discoverSpa(iam.url, clientId)
  const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'))
  return { config, DPoP, jkt: await DPoP.calculateThumbprint() }
}

async function comeBack(config: openid.Configuration, username = 'employee', extra = {}) {
  const browser = new Browser()
  const authorization = await authorize(config, extra)
  const page = await openSignIn(browser, authorization)
  const { location = '' } = await enterCredentials(browser, page, username)
  const checks = { pkceCodeVerifier: authorization.verifier, expectedState: authorization.state }
  return { url: new URL(location), checks }
}

async function signInBound(clientId = 'bound', username = 'employee') {
  const held = await holder(clientId)
  const { url, checks } = await comeBack(held.config, username)
  const { DPoP } = held
  const tokens = await openid.authorizationCodeGrant(held.config, url, checks, {}, { DPoP })
  return { ...held, tokens }
}

const bound = (jkt: string) => ({ cnf: { jkt } })
const post = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${iam.url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form), headers })

describe('a client whose tokens are bound', () => {
  it('[IAM-13] gets none without a proof, by any grant, and loses nothing by trying', async () => {
    const { config, DPoP, tokens } = await signInBound()
    const missing = { error: 'invalid_dpop_proof' }

    const { url, checks } = await comeBack(config)
    const byCode = openid.authorizationCodeGrant(config, url, checks)
    await expect(byCode).rejects.toMatchObject(missing)
    const refreshToken = tokens.refresh_token ?? ''
    const byRefresh = openid.refreshTokenGrant(config, refreshToken)
    await expect(byRefresh).rejects.toMatchObject(missing)
    await openid.refreshTokenGrant(config, refreshToken, {}, { DPoP })

    const service = await discoverService(
      iam.url,
      'bound-service',
      openid.ClientSecretPost(serviceSecret),
    )
    await expect(openid.clientCredentialsGrant(service, {})).rejects.toMatchObject(missing)
  })

  it('[IAM-13] gets tokens that name its key, by code and by refresh', async () => {
    const { config, DPoP, jkt, tokens } = await signInBound()
    expect(tokens.token_type).toBe('dpop')
    expect(claimsOf(tokens.access_token)).toMatchObject(bound(jkt))
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '', {}, { DPoP })
    expect(claimsOf(next.access_token)).toMatchObject(bound(jkt))
  })

  it('[IAM-13] gets tokens for its service, which say so when they are asked about', async () => {
    const config = await discoverService(
      iam.url,
      'bound-service',
      openid.ClientSecretBasic(serviceSecret),
    )
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('Ed25519'))
    const jkt = await DPoP.calculateThumbprint()
    const tokens = await openid.clientCredentialsGrant(config, {}, { DPoP })
    expect(tokens.token_type).toBe('dpop')
    expect(claimsOf(tokens.access_token)).toMatchObject(bound(jkt))
    const told = await openid.tokenIntrospection(config, tokens.access_token)
    expect(told).toMatchObject({ active: true, token_type: 'DPoP', ...bound(jkt) })
    await openid.tokenRevocation(config, tokens.access_token)
    const after = await openid.tokenIntrospection(config, tokens.access_token)
    expect(after.active).toBe(false)
  })

  it('[V10.4.5] [IAM-13] keeps a refresh token that no other key can use', async () => {
    const { config, tokens } = await signInBound()
    const thief = (await holder('bound')).DPoP
    const refreshToken = tokens.refresh_token ?? ''
    const stolen = openid.refreshTokenGrant(config, refreshToken, {}, { DPoP: thief })
    await expect(stolen).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('[IAM-13] can bind a code to its key before it is issued', async () => {
    const { config, DPoP, jkt } = await holder('bound')
    const first = await comeBack(config, 'employee', { dpop_jkt: jkt })
    const thief = (await holder('bound')).DPoP
    const stolen = openid.authorizationCodeGrant(
      config,
      first.url,
      first.checks,
      {},
      { DPoP: thief },
    )
    await expect(stolen).rejects.toMatchObject({ error: 'invalid_grant' })
    const { url, checks } = await comeBack(config, 'employee', { dpop_jkt: jkt })
    await openid.authorizationCodeGrant(config, url, checks, {}, { DPoP })
  })

  it('[IAM-13] ends what it had as a bearer from the moment that this is turned on', async () => {
    const { body } = await admin('POST', '/clients', { ...spa, clientId: 'turned', name: 'Turned' })
    const { config, tokens } = await signInAs(iam.url, 'employee', { clientId: 'turned' })
    const change = { dpopBoundAccessTokens: true }
    await admin('PATCH', `/clients/${String(body['id'])}`, change)
    const { DPoP } = await holder('turned')
    const refresh = openid.refreshTokenGrant(config, tokens.refresh_token ?? '', {}, { DPoP })
    await expect(refresh).rejects.toMatchObject({ error: 'invalid_grant' })
    const { DPoP: other, tokens: again } = await signInBound('turned')
    await openid.fetchUserInfo(config, again.access_token, openid.skipSubjectCheck, { DPoP: other })
  })
})

it('[IAM-13] a client that sends a proof unasked gets a bound token, and is asked for no other', async () => {
  const { config, jkt, tokens } = await signInBound('free')
  expect(claimsOf(tokens.access_token)).toMatchObject(bound(jkt))
  // A public client's refresh token is bound with it (RFC 9449 section 5).
  const without = openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
  await expect(without).rejects.toMatchObject({ error: 'invalid_grant' })
  const { tokens: bearer } = await signInAs(iam.url, 'employee', { clientId: 'free' })
  expect(bearer.token_type).toBe('bearer')
  expect(claimsOf(bearer.access_token)).not.toHaveProperty('cnf')
})

describe('a bound token at iam', () => {
  const paths = ['/api/iam/v1/me', '/userinfo']

  it.each(paths)(
    '[IAM-13] is taken with its proof at %s, and as a bearer token never',
    async (path) => {
      const { config, DPoP, tokens } = await signInBound()
      const url = new URL(iam.url + path)
      const answer = await openid.fetchProtectedResource(
        config,
        tokens.access_token,
        url,
        'GET',
        null,
        undefined,
        { DPoP },
      )
      expect(answer.status).toBe(200)
      const stolen = await fetch(url, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      })
      expect(stolen.status).toBe(401)
      expect(stolen.headers.get('www-authenticate')).toMatch(
        /^DPoP error="invalid_token", error_description="[^"]+", algs="ES256 Ed25519 EdDSA"/,
      )
    },
  )

  it('[IAM-13] is written with as well, and its proof is good for one process of two', async () => {
    const second = await startSecondProcess(iam)
    const key = await createTestProofKey()
    const { config } = await holder('bound')
    const { url, checks } = await comeBack(config, 'admin')
    const form = {
      grant_type: 'authorization_code',
      client_id: 'bound',
      redirect_uri: callback,
      code: url.searchParams.get('code') ?? '',
      code_verifier: checks.pkceCodeVerifier,
    }
    const proof = key.prove({ method: 'POST', url: `${iam.url}/oauth2/token` })
    const { access_token: token } = (await (await post(form, { dpop: proof })).json()) as {
      access_token: string
    }
    const address = `${iam.url}/api/iam/v1/roles`
    const create = (base: string, code: string, dpop: string) =>
      fetch(`${base}/api/iam/v1/roles`, {
        method: 'POST',
        headers: { authorization: `DPoP ${token}`, dpop, 'content-type': 'application/json' },
        body: JSON.stringify({ code, name: code, permissions: [] }),
      })
    const once = key.prove({ method: 'POST', url: address, token })
    const answers = await Promise.all(
      [iam.url, second.url, iam.url, second.url].map((base, i) => create(base, `role-${i}`, once)),
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([201, 401, 401, 401])
    const late = await create(second.url, 'late', once)
    expect(late.status).toBe(401)
    expect(await late.json()).toMatchObject({ code: 'auth.invalid_dpop_proof' })
    expect(late.headers.get('www-authenticate')).toMatch(/^DPoP error="invalid_dpop_proof"/)
  })
})

describe('a proof at the token endpoint', () => {
  const url = () => `${iam.url}/oauth2/token`
  const grants: [string, () => Promise<Record<string, string>>][] = [
    [
      'client_credentials',
      async () => ({ client_id: 'bound-service', client_secret: serviceSecret }),
    ],
    ['refresh_token', async () => ({ client_id: 'free', refresh_token: await refreshToken() })],
  ]
  const refreshToken = async () =>
    (await signInAs(iam.url, 'employee', { clientId: 'free' })).tokens.refresh_token ?? ''

  describe.each(grants)('of %s', (grant_type, credentials) => {
    it.each([
      ['another method', { method: 'GET' }],
      ['another address', { url: 'https://evil.example/oauth2/token' }],
      ['another path', { url: 'http://127.0.0.1/oauth2/par' }],
      ['long ago', { claims: { iat: Math.floor(Date.now() / 1000) - 301 } }],
      ['no id', { claims: { jti: undefined } }],
      ['another type', { header: { typ: 'JWT' } }],
      ['no algorithm', { header: { alg: 'none' } }],
      ['no key', { header: { jwk: undefined } }],
    ])('[IAM-13] is refused when it is for %s', async (_name, change) => {
      const key = await createTestProofKey()
      const proof = key.prove({ method: 'POST', url: url(), ...change })
      const answer = await post({ grant_type, ...(await credentials()) }, { dpop: proof })
      expect(answer.status).toBe(400)
      const { error } = (await answer.json()) as { error: string }
      // The library offers a nonce to who has the wrong time.
      expect(error).toMatch(/^(invalid_dpop_proof|use_dpop_nonce)$/)
    })

    it('[IAM-13] is refused when it comes twice at once, to two processes', async () => {
      const second = await startSecondProcess(iam)
      const key = await createTestProofKey()
      const proof = key.prove({ method: 'POST', url: url() })
      const form = { grant_type, ...(await credentials()) }
      const send = (base: string) =>
        fetch(`${base}/oauth2/token`, {
          method: 'POST',
          body: new URLSearchParams(form),
          headers: { dpop: proof },
        })
      const bases = [iam.url, second.url, iam.url, second.url]
      const answers = await Promise.all(bases.map(send))
      const statuses = answers.map(({ status }) => status).toSorted()
      expect(statuses).toEqual([200, 400, 400, 400])
      expect((await send(second.url)).status).toBe(400)
    })
  })

  it('[IAM-13] is not remembered for who has not proven to be the client', async () => {
    const key = await createTestProofKey()
    const proof = key.prove({ method: 'POST', url: url() })
    const form = { grant_type: 'client_credentials', client_id: 'bound-service' }
    const wrong = await post({ ...form, client_secret: 'x'.repeat(32) }, { dpop: proof })
    expect(wrong.status).toBe(401)
    const right = await post({ ...form, client_secret: serviceSecret }, { dpop: proof })
    expect(right.status).toBe(200)
  })

  it('[IAM-13] may have the nonce that is offered to a client with the wrong time', async () => {
    const key = await createTestProofKey(() => Date.now() - 3_600_000)
    const form = {
      grant_type: 'refresh_token',
      client_id: 'free',
      refresh_token: await refreshToken(),
    }
    const first = await post(form, { dpop: key.prove({ method: 'POST', url: url() }) })
    expect(await first.json()).toMatchObject({ error: 'use_dpop_nonce' })
    const nonce = first.headers.get('dpop-nonce')
    const again = await post(form, {
      dpop: key.prove({ method: 'POST', url: url(), claims: { nonce } }),
    })
    expect(again.status).toBe(200)
  })
})

it('forgets proofs that could not come again', async () => {
  const { db } = iam.deps
  await db
    .updateTable('dpop_proofs')
    .set({ expires_at: new Date(0) })
    .execute()
  await deleteExpired(db)
  expect(await db.selectFrom('dpop_proofs').select('expires_at').execute()).toEqual([])
})

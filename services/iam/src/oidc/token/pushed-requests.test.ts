import { createTestProofKey } from '@countersign/test-kit/tokens'
import { sql } from 'kysely'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { Browser } from '../../testing/browser.ts'
import {
  claimsOf,
  discoverSpa,
  enterCredentials,
  openSignIn,
  signInAs,
} from '../../testing/sign-in.ts'
import { startFreshIam, startSecondProcess } from '../../testing/start.ts'
import { afterLogout, callback, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api

const spa = {
  type: 'SPA',
  redirectUris: [callback],
  postLogoutRedirectUris: [afterLogout],
  scopes: ['openid', 'profile'],
  permissions: ['expense:read'],
}

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
  const made = await admin('POST', '/clients', {
    ...spa,
    clientId: 'pushing',
    name: 'Pushing',
    requirePushedAuthorizationRequests: true,
  })
  expect(made.body).toMatchObject({ requirePushedAuthorizationRequests: true })
})
afterAll(() => iam.stop())

async function push(clientId: string, extra: Record<string, string> = {}) {
  const config = await discoverSpa(iam.url, clientId)
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const url = await openid.buildAuthorizationUrlWithPAR(config, {
    redirect_uri: callback,
    scope: 'openid profile',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...extra,
  })
  return { config, url, verifier, state }
}

async function signInPushed(pushed: Awaited<ReturnType<typeof push>>, browser = new Browser()) {
  const page = await openSignIn(browser, pushed)
  return enterCredentials(browser, page, 'employee')
}

const send = (fields: Record<string, string>) =>
  fetch(`${iam.url}/oauth2/par`, { method: 'POST', body: new URLSearchParams(fields) })

const fields = {
  client_id: 'pushing',
  redirect_uri: callback,
  response_type: 'code',
  scope: 'openid',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
}

describe('a pushed authorization request', () => {
  it('[IAM-14] is signed in by, with nothing of it in the address', async () => {
    const pushed = await push('pushing')
    expect([...pushed.url.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
    const { location = '' } = await signInPushed(pushed)
    const tokens = await openid.authorizationCodeGrant(pushed.config, new URL(location), {
      pkceCodeVerifier: pushed.verifier,
      expectedState: pushed.state,
    })
    expect(claimsOf(tokens.access_token)).toMatchObject({ permissions: ['expense:read'] })
  })

  it('[IAM-14] carries the resource, the tenant and the key that it names', async () => {
    const key = await createTestProofKey()
    const resource = `${iam.url}/api/bpm`
    const pushed = await push('console', { resource, dpop_jkt: key.jkt })
    const { location = '' } = await signInPushed(pushed)
    const form = {
      grant_type: 'authorization_code',
      client_id: 'console',
      redirect_uri: callback,
      code: new URL(location).searchParams.get('code') ?? '',
      code_verifier: pushed.verifier,
    }
    const dpop = key.prove({ method: 'POST', url: `${iam.url}/oauth2/token` })
    const answer = await fetch(`${iam.url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { dpop },
    })
    const { access_token: token } = (await answer.json()) as { access_token: string }
    expect(claimsOf(token)).toMatchObject({ aud: resource, cnf: { jkt: key.jkt } })
  })

  it('[IAM-14] binds the code to the key of a proof that was pushed with it', async () => {
    const config = await discoverSpa(iam.url, 'console')
    const pair = async () => openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'))
    const [DPoP, thief] = [await pair(), await pair()]
    const verifier = openid.randomPKCECodeVerifier()
    const parameters = {
      redirect_uri: callback,
      scope: 'openid',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    const redeem = async (by: openid.DPoPHandle) => {
      const url = await openid.buildAuthorizationUrlWithPAR(config, parameters, { DPoP })
      const { location = '' } = await signInPushed({ config, url, verifier, state: '' })
      const checks = { pkceCodeVerifier: verifier }
      return openid.authorizationCodeGrant(config, new URL(location), checks, {}, { DPoP: by })
    }
    await expect(redeem(thief)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await redeem(DPoP)).token_type).toBe('dpop')
  })

  it('[IAM-14] is used once, also by two browsers at once on two processes', async () => {
    const second = await startSecondProcess(iam)
    const pushed = await push('console')
    const signedIn = async (base: string) => {
      const { browser } = await signInAs(iam.url, 'employee')
      return { browser, url: pushed.url.href.replace(iam.url, base) }
    }
    const browsers = [await signedIn(iam.url), await signedIn(second.url), await signedIn(iam.url)]
    const visits = await Promise.all(browsers.map(({ browser, url }) => browser.get(url)))
    const codes = visits.filter(({ location = '' }) => location.includes('code='))
    expect(codes).toHaveLength(1)
    const again = await browsers[0]?.browser.get(pushed.url.href)
    expect(again?.status).toBe(400)
    expect(again?.location ?? '').not.toContain('code=')
  })

  it('[IAM-14] is worth nothing to another client, and after a minute', async () => {
    const { url } = await push('pushing')
    url.searchParams.set('client_id', 'console')
    const foreign = await new Browser().get(url.href)
    expect([foreign.status, foreign.location]).toEqual([400, undefined])

    const answer = await send(fields)
    const { request_uri: uri, expires_in: seconds } = (await answer.json()) as {
      request_uri: string
      expires_in: number
    }
    expect([answer.status, seconds]).toEqual([201, 60])
    await iam.deps.db
      .updateTable('oidc_artifacts')
      .set({ payload: sql`payload || '{"exp": 1}'` })
      .where('kind', '=', 'PushedAuthorizationRequest')
      .execute()
    const late = new URL(`${iam.url}/oauth2/authorize`)
    late.search = new URLSearchParams({ client_id: 'pushing', request_uri: uri }).toString()
    const visit = await new Browser().get(late.href)
    expect([visit.status, visit.location]).toEqual([400, undefined])
  })

  it.each([
    ['an address that is not registered', { redirect_uri: 'https://evil.example/' }],
    ['no PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['a scope that is not granted', { scope: 'openid email' }],
    ['a resource that is nobody’s', { resource: 'https://evil.example' }],
    ['a response in a fragment', { response_mode: 'fragment' }],
    ['a response by a form', { response_mode: 'form_post' }],
    ['another pushed request', { request_uri: 'urn:ietf:params:oauth:request_uri:x' }],
    ['a request object', { request: 'e30.e30.' }],
    ['a NUL', { state: '\0' }],
    ['more than an address holds', { state: 'x'.repeat(17_000) }],
    ['a secret', { client_secret: 'x'.repeat(32) }],
    ['an unknown client', { client_id: 'nobody' }],
    ['a service', { client_id: 'workflow' }],
  ])('[IAM-14] is refused with %s', async (_name, change) => {
    const answer = await send({ ...fields, ...change })
    expect([400, 401, 413]).toContain(answer.status)
    expect(await answer.json()).toHaveProperty('error')
  })
})

describe('a client that has to push', () => {
  it('[IAM-14] gets nothing by a request in the address, nor in a form', async () => {
    const address = `${iam.url}/oauth2/authorize`
    const query = new URLSearchParams(fields).toString()
    const posted = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    const forwarded = new URL(posted.headers.get('location') ?? '', address).href
    for (const url of [`${address}?${query}`, forwarded]) {
      const { location = '' } = await new Browser().get(url)
      const { searchParams } = new URL(location)
      expect(searchParams.get('error')).toBe('invalid_request')
      expect(searchParams.has('code')).toBe(false)
    }
  })

  it('[IAM-14] may push by the form of OpenID Connect', async () => {
    const { request_uri: uri } = (await (await send(fields)).json()) as { request_uri: string }
    const answer = await fetch(`${iam.url}/oauth2/authorize`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'pushing', request_uri: uri }),
    })
    expect(new URL(answer.url).pathname).toBe('/signin')
  })

  it('[IAM-01] is no service', async () => {
    const answer = await admin('POST', '/clients', {
      type: 'SERVICE',
      name: 'Service',
      scopes: [],
      requirePushedAuthorizationRequests: true,
    })
    expect([answer.status, answer.body.code]).toEqual([422, 'iam.client_invalid'])
  })
})

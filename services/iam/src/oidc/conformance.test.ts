import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser, type Visit } from '../testing/browser.ts'
import { describePlans, type PlanName, type PlanTests } from '../testing/conformance-plans.ts'
import {
  authorize,
  claimsOf,
  discoverSpa,
  enterCredentials,
  openSignIn,
  type Authorization,
} from '../testing/sign-in.ts'
import { startFreshIam } from '../testing/start.ts'
import { afterLogout, callback, userIds, world } from '../testing/world.ts'
import { hashId } from './store/artifact-queries.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

type Changes = Readonly<Record<string, string | undefined>>

/** An authorization request with some parameters changed, or left out by undefined. */
async function request(
  changes: Changes = {},
): Promise<Authorization & { config: openid.Configuration }> {
  const config = await discoverSpa(iam.url)
  // ID tokens are checked by their signature too, not by the connection alone.
  openid.enableNonRepudiationChecks(config)
  const authorization = await authorize(config, { nonce: openid.randomNonce() })
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) authorization.url.searchParams.delete(name)
    else authorization.url.searchParams.set(name, value)
  }
  return { ...authorization, config }
}

/** Goes through the sign-in page when there is one. */
async function signIn(browser: Browser, { url }: Authorization): Promise<Visit> {
  const page = await browser.follow(await browser.get(url.href), callback)
  return page.location === undefined ? enterCredentials(browser, page, 'employee') : page
}

async function flow(changes: Changes = {}, browser = new Browser()) {
  const asked = await request(changes)
  const visit = await signIn(browser, asked)
  const nonce = asked.url.searchParams.get('nonce')
  const tokens = await openid.authorizationCodeGrant(asked.config, new URL(visit.location ?? ''), {
    pkceCodeVerifier: asked.verifier,
    expectedState: asked.state,
    ...(nonce === null ? {} : { expectedNonce: nonce }),
    ...(changes['max_age'] === undefined ? {} : { maxAge: Number(changes['max_age']) }),
  })
  const idToken = tokens.claims()
  if (idToken === undefined) throw new Error('there is no ID token')
  return { ...asked, browser, visit, tokens, idToken }
}

const errorOf = ({ location }: Visit) => new URL(location ?? 'x:/').searchParams.get('error')

async function post(fields: Record<string, string>) {
  const response = await fetch(`${iam.url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const redemption = ({ visit, verifier }: { visit: Visit; verifier: string }) => ({
  grant_type: 'authorization_code',
  client_id: 'console',
  redirect_uri: callback,
  code: new URL(visit.location ?? '').searchParams.get('code') ?? '',
  code_verifier: verifier,
})

const userinfo = (token: string, method = 'GET') =>
  fetch(`${iam.url}/userinfo`, { method, headers: { authorization: `Bearer ${token}` } })

/** The flow goes through with a parameter that the server may not stumble over. */
const succeedsWith = (changes: Changes) => async () => {
  const { idToken } = await flow(changes)
  expect(idToken.sub).toBe(userIds.employee)
}

const showsErrorPage = async (changes: Changes) => {
  const { browser } = await flow()
  const visit = await browser.get((await request(changes)).url.href)
  expect(visit).toMatchObject({ status: 400, location: undefined })
  expect(visit.headers.get('content-type')).toContain('text/html')
}

const basic: PlanTests<'oidcc-basic-certification-test-plan'> = {
  'oidcc-server': async () => {
    const { tokens, idToken, visit, state } = await flow()
    expect(new URL(visit.location ?? '').searchParams.get('state')).toBe(state)
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 600 })
    expect(idToken).toMatchObject({ iss: iam.url, sub: userIds.employee, aud: 'console' })
    expect(idToken.exp - idToken.iat).toBeGreaterThan(0)
  },
  'oidcc-response-type-missing': async () => {
    const visit = await new Browser().get((await request({ response_type: undefined })).url.href)
    expect(errorOf(visit)).toBe('invalid_request')
  },
  'oidcc-idtoken-signature': async () => {
    const { tokens } = await flow()
    const [head = '', body = '', signature = ''] = (tokens.id_token ?? '').split('.')
    const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>
    const { keys } = (await (await fetch(`${iam.url}/oauth2/jwks`)).json()) as {
      keys: Record<string, unknown>[]
    }
    expect(header).toMatchObject({ alg: 'RS256', kid: expect.any(String) as unknown })
    const key = keys.filter(({ kid }) => kid === header['kid'])
    expect(key).toHaveLength(1)
    const imported = await crypto.subtle.importKey(
      'jwk',
      key[0] ?? {},
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      false,
      ['verify'],
    )
    const bytes = Buffer.from(`${head}.${body}`)
    const made = Buffer.from(signature, 'base64url')
    expect(await crypto.subtle.verify('RSASSA-PKCS1-v1_5', imported, made, bytes)).toBe(true)
  },
  'oidcc-userinfo-get': async () => {
    const { tokens, idToken } = await flow()
    const answer = await userinfo(tokens.access_token)
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(await answer.json()).toMatchObject({ sub: idToken.sub })
  },
  'oidcc-userinfo-post-header': async () => {
    const { tokens, idToken } = await flow()
    const answer = await userinfo(tokens.access_token, 'POST')
    expect(await answer.json()).toMatchObject({ sub: idToken.sub })
  },
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': async () => {
    const { idToken } = await flow({ nonce: undefined })
    expect(idToken).not.toHaveProperty('nonce')
  },
  'oidcc-scope-profile': async () => {
    const { tokens } = await flow({ scope: 'openid profile' })
    const claims = (await (await userinfo(tokens.access_token)).json()) as object
    expect(claims).toMatchObject({ name: 'The employee', preferred_username: 'employee' })
    expect(claims).not.toHaveProperty('email')
  },
  'oidcc-scope-email': async () => {
    const { tokens } = await flow({ scope: 'openid email' })
    const claims = (await (await userinfo(tokens.access_token)).json()) as object
    expect(claims).toMatchObject({ email: 'employee@acme.example', email_verified: false })
    expect(claims).not.toHaveProperty('name')
  },
  'oidcc-alternate-happy-flow': async () => {
    const asked = await request({ scope: 'profile openid' })
    const reversed = [...asked.url.searchParams].toReversed()
    asked.url.search = new URLSearchParams(reversed).toString()
    const visit = await signIn(new Browser(), asked)
    const answer = await post(redemption({ visit, verifier: asked.verifier }))
    expect(claimsOf(String(answer.body['id_token']))['sub']).toBe(userIds.employee)
  },
  'oidcc-display-page': succeedsWith({ display: 'page' }),
  'oidcc-display-popup': succeedsWith({ display: 'popup' }),
  'oidcc-prompt-login': async () => {
    const first = await flow({ max_age: '10000' })
    const asked = await request({ prompt: 'login', max_age: '10000' })
    const page = await openSignIn(first.browser, asked)
    expect(page.text).toContain('name="password"')
    await expect.poll(() => Date.now() / 1000).toBeGreaterThan((first.idToken.auth_time ?? 0) + 1)
    const visit = await enterCredentials(first.browser, page, 'employee')
    const again = await post(redemption({ visit, verifier: asked.verifier }))
    const second = claimsOf(String(again.body['id_token']))
    expect(second['auth_time']).toBeGreaterThan(first.idToken.auth_time ?? Infinity)
  },
  'oidcc-prompt-none-not-logged-in': async () => {
    const visit = await new Browser().get((await request({ prompt: 'none' })).url.href)
    expect(errorOf(visit)).toBe('login_required')
  },
  'oidcc-prompt-none-logged-in': async () => {
    const first = await flow({ max_age: '10000' })
    const second = await flow({ prompt: 'none', max_age: '10000' }, first.browser)
    expect(second.idToken.sub).toBe(first.idToken.sub)
    expect(second.idToken.auth_time).toBe(first.idToken.auth_time)
  },
  'oidcc-max-age-1': async () => {
    const first = await flow({ max_age: '10000' })
    const signedInAt = first.idToken.auth_time ?? 0
    await expect.poll(() => Date.now() / 1000).toBeGreaterThan(signedInAt + 2)
    const asked = await request({ max_age: '1' })
    const page = await openSignIn(first.browser, asked)
    expect(page.text).toContain('name="password"')
    const visit = await enterCredentials(first.browser, page, 'employee')
    const answer = await post(redemption({ visit, verifier: asked.verifier }))
    expect(claimsOf(String(answer.body['id_token']))['auth_time']).toBeGreaterThan(signedInAt)
  },
  'oidcc-max-age-10000': async () => {
    const first = await flow({ max_age: '15000' })
    const asked = await request({ max_age: '10000' })
    const visit = await first.browser.get(asked.url.href)
    expect(visit.location).toMatch(new RegExp(`^${callback}`))
    const answer = await post(redemption({ visit, verifier: asked.verifier }))
    expect(claimsOf(String(answer.body['id_token']))).toMatchObject({
      sub: first.idToken.sub,
      auth_time: first.idToken.auth_time,
    })
  },
  'oidcc-ensure-request-with-unknown-parameter-succeeds': succeedsWith({ extra: 'foobar' }),
  'oidcc-id-token-hint': async () => {
    const first = await flow()
    const hint = { prompt: 'none', id_token_hint: first.tokens.id_token }
    const second = await flow(hint, first.browser)
    expect(second.idToken.sub).toBe(first.idToken.sub)
  },
  'oidcc-login-hint': async () => {
    const page = await openSignIn(new Browser(), await request({ login_hint: 'manager' }))
    expect(page.text).toContain('value="manager"')
    await succeedsWith({ login_hint: 'buffy@example.org' })()
  },
  'oidcc-ui-locales': succeedsWith({ ui_locales: 'se' }),
  'oidcc-claims-locales': succeedsWith({ claims_locales: 'se' }),
  'oidcc-ensure-request-with-acr-values-succeeds': succeedsWith({ acr_values: '1 2' }),
  'oidcc-codereuse': async () => {
    const used = await flow()
    const again = await post(redemption(used))
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  },
  'oidcc-codereuse-30seconds': async () => {
    const used = await flow()
    const fields = redemption(used)
    const before = new Date(Date.now() - 30_000)
    await iam.deps.db
      .updateTable('oidc_artifacts')
      .set({ consumed_at: before })
      .where('id_hash', '=', hashId(fields.code))
      .execute()
    expect((await userinfo(used.tokens.access_token)).status).toBe(200)
    expect(await post(fields)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await userinfo(used.tokens.access_token)).status).toBe(401)
  },
  'oidcc-ensure-registered-redirect-uri': () =>
    showsErrorPage({ redirect_uri: `${callback}/unregistered` }),
  'oidcc-ensure-post-request-succeeds': async () => {
    const asked = await request()
    const browser = new Browser()
    const fields = Object.fromEntries(asked.url.searchParams)
    const sent = await browser.post(`${iam.url}/oauth2/authorize`, fields)
    expect(sent.status).toBe(303)
    const page = await browser.follow(sent, callback)
    const visit = await enterCredentials(browser, page, 'employee')
    expect((await post(redemption({ visit, verifier: asked.verifier }))).status).toBe(200)
  },
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': async () => {
    const asked = await request({ request_uri: 'https://rp.example/request.jwt' })
    expect(errorOf(await new Browser().get(asked.url.href))).toBe('request_uri_not_supported')
  },
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': async () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const object = `${encode({ alg: 'none' })}.${encode({ state: 'of-the-object' })}.`
    const visit = await new Browser().get((await request({ request: object })).url.href)
    expect(errorOf(visit)).toBe('request_not_supported')
  },
  'oidcc-claims-essential': async () => {
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } })
    const { tokens } = await flow({ claims, scope: 'openid profile' })
    expect(await (await userinfo(tokens.access_token)).json()).toHaveProperty('name')
  },
  'oidcc-refresh-token': async () => {
    const { config, tokens, idToken } = await flow({ scope: 'openid offline_access' })
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(next.claims()).toMatchObject({
      iss: idToken.iss,
      sub: idToken.sub,
      aud: idToken.aud,
      iat: expect.any(Number) as unknown,
    })
    const ofAnother = await post({
      grant_type: 'refresh_token',
      client_id: 'careful',
      refresh_token: next.refresh_token ?? '',
    })
    expect(ofAnother).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  },
  'oidcc-ensure-request-with-valid-pkce-succeeds': async () => {
    const asked = await request()
    const challenge = createHash('sha256').update(asked.verifier).digest('base64url')
    expect(asked.url.searchParams.get('code_challenge')).toBe(challenge)
    await succeedsWith({})()
  },
}

const readMetadata = async () => {
  const response = await fetch(`${iam.url}/.well-known/openid-configuration`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('application/json')
  return (await response.json()) as Record<string, unknown>
}

const config: PlanTests<'oidcc-config-certification-test-plan'> = {
  'oidcc-discovery-endpoint-verification': async () => {
    const metadata = await readMetadata()
    expect(metadata['issuer']).toBe(iam.url)
    for (const [name, value] of Object.entries(metadata)) {
      if (name.endsWith('_endpoint') || name === 'jwks_uri')
        expect(String(value).startsWith(`${iam.url}/`)).toBe(true)
      // RFC 8414 section 2: a list without entries is left out.
      if (name.endsWith('_supported') && typeof value !== 'boolean') {
        expect(value).toSatisfy((list: unknown[]) => list.length > 0)
        expect(new Set(value as unknown[]).size).toBe((value as unknown[]).length)
      }
    }
    const contains = (name: string, entry: string) =>
      expect({ name, list: metadata[name] }).toMatchObject({
        list: expect.arrayContaining([entry]) as unknown,
      })
    contains('scopes_supported', 'openid')
    contains('response_types_supported', 'code')
    contains('grant_types_supported', 'authorization_code')
    contains('subject_types_supported', 'public')
    contains('id_token_signing_alg_values_supported', 'RS256')
    contains('claims_supported', 'sub')
    contains('code_challenge_methods_supported', 'S256')
    for (const locale of metadata['ui_locales_supported'] as string[])
      expect(Intl.getCanonicalLocales(locale)).toEqual([locale])
    const keys = (await (await fetch(String(metadata['jwks_uri']))).json()) as {
      keys: Record<string, unknown>[]
    }
    for (const key of keys.keys) {
      expect(key).toMatchObject({ kty: 'RSA', use: 'sig', alg: 'RS256' })
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(key).not.toHaveProperty(secret)
    }
  },
}

const endSession = (browser: Browser, parameters: Record<string, string>) =>
  browser.get(`${iam.url}/connect/logout?${new URLSearchParams(parameters).toString()}`)

async function expectSignedIn(browser: Browser, expected: boolean): Promise<void> {
  const visit = await browser.get((await request({ prompt: 'none' })).url.href)
  expect(errorOf(visit)).toBe(expected ? null : 'login_required')
}

/** Shows an error or asks the user; nobody is sent back, nobody is signed out unasked. */
const staysHere = async (make: (idToken: string) => Record<string, string>, asks: boolean) => {
  const { browser, tokens } = await flow()
  const visit = await endSession(browser, make(tokens.id_token ?? ''))
  expect(visit).toMatchObject({ status: asks ? 200 : 400, location: undefined })
  await expectSignedIn(browser, true)
  return { browser, visit }
}

/** The page that asks, and what follows when the user agrees. */
const asksAndSignsOut = async (parameters: Record<string, string>) => {
  const { browser, visit } = await staysHere(() => parameters, true)
  const done = await browser.submit(visit, {})
  expect(done.text).toContain('You are signed out')
  await expectSignedIn(browser, false)
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const logout: PlanTests<'oidcc-rp-initiated-logout-certification-test-plan'> = {
  'oidcc-rp-initiated-logout-discovery-endpoint-verification': async () => {
    expect((await readMetadata())['end_session_endpoint']).toBe(`${iam.url}/connect/logout`)
  },
  'oidcc-rp-initiated-logout': async () => {
    const { browser, tokens } = await flow()
    const visit = await endSession(browser, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: afterLogout,
      state: 'abc',
    })
    expect(visit.location).toBe(`${afterLogout}?state=abc`)
    await expectSignedIn(browser, false)
  },
  'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': async () => {
    const bad = { post_logout_redirect_uri: 'https://rp.example/unregistered' }
    await staysHere((idToken) => ({ id_token_hint: idToken, ...bad }), false)
  },
  'oidcc-rp-initiated-logout-modified-id-token-hint': async () => {
    await staysHere((idToken) => {
      const unsigned = `${encode({ alg: 'none' })}.${idToken.split('.')[1]}.`
      return { id_token_hint: unsigned, post_logout_redirect_uri: afterLogout }
    }, true)
  },
  'oidcc-rp-initiated-logout-no-id-token-hint': async () => {
    await staysHere(() => ({ post_logout_redirect_uri: afterLogout }), false)
  },
  'oidcc-rp-initiated-logout-no-params': () => asksAndSignsOut({}),
  'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': async () => {
    const { browser, tokens } = await flow()
    const visit = await endSession(browser, { id_token_hint: tokens.id_token ?? '' })
    expect(visit.text).toContain('You are signed out')
    await expectSignedIn(browser, false)
  },
  'oidcc-rp-initiated-logout-no-state': async () => {
    const { browser, tokens } = await flow()
    const visit = await endSession(browser, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: afterLogout,
    })
    expect(visit.location).toBe(afterLogout)
    await expectSignedIn(browser, false)
  },
  'oidcc-rp-initiated-logout-only-state': () => asksAndSignsOut({ state: 'abc' }),
  'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': async () => {
    const added = { post_logout_redirect_uri: `${afterLogout}?foo=bar` }
    await staysHere((idToken) => ({ id_token_hint: idToken, ...added }), false)
  },
  'oidcc-rp-initiated-logout-bad-id-token-hint': async () => {
    await staysHere((idToken) => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const [head, body] = idToken.split('.')
      const input = `${head}.${body}`
      const signature = sign('RSA-SHA256', Buffer.from(input), privateKey).toString('base64url')
      const hint = `${input}.${signature}`
      return { id_token_hint: hint, post_logout_redirect_uri: afterLogout }
    }, true)
  },
}

const tests: { readonly [P in PlanName]: PlanTests<P> } = {
  'oidcc-basic-certification-test-plan': basic,
  'oidcc-config-certification-test-plan': config,
  'oidcc-rp-initiated-logout-certification-test-plan': logout,
}

describe.each(Object.entries(tests))('%s', (_plan, modules) => {
  it.each(Object.entries<() => Promise<void>>(modules))('%s', (_name, test) => test())
})

it('the page about conformance says what is tested and why the rest is not', async () => {
  const page = new URL('../../../../docs/openid-conformance.md', import.meta.url)
  const squeezed = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---')
  const [plans] = (await readFile(page, 'utf8')).split('\n## Clients that nobody here wrote\n')
  expect(squeezed(plans ?? '')).toBe(describePlans())
})

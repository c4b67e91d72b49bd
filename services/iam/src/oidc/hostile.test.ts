import { connect } from 'node:net'
import * as openid from 'openid-client'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../testing/api.ts'
import { Browser, type Visit } from '../testing/browser.ts'
import {
  authorize,
  discoverSpa,
  enterCredentials,
  openSignIn,
  redeem,
  signInAs,
} from '../testing/sign-in.ts'
import { startFreshIam } from '../testing/start.ts'
import {
  afterLogout,
  callback,
  globex,
  password,
  secretOf,
  userIds,
  world,
} from '../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

async function begin(clientId = 'console', extra: Record<string, string> = {}) {
  const browser = new Browser()
  const config = await discoverSpa(iam.url, clientId)
  const authorization = await authorize(config, extra)
  return { browser, config, authorization, page: await openSignIn(browser, authorization) }
}

async function reach(username: string, clientId = 'console') {
  const begun = await begin(clientId)
  return { ...begun, page: await enterCredentials(begun.browser, begun.page, username) }
}

const token = (fields: Record<string, string>) =>
  fetch(`${iam.url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(fields) })

const codeFields = (visit: Visit, verifier: string) => ({
  grant_type: 'authorization_code',
  client_id: 'console',
  redirect_uri: callback,
  code: new URL(visit.location ?? '').searchParams.get('code') ?? '',
  code_verifier: verifier,
})

async function isSignedIn(browser: Browser): Promise<boolean> {
  const { url } = await authorize(await discoverSpa(iam.url), { prompt: 'none' })
  return new URL((await browser.get(url.href)).location ?? '').searchParams.has('code')
}

/** Raw bytes, as no client would send them. */
const speak = (lines: readonly string[]) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(iam.url)
    const socket = connect(Number(port), hostname, () => socket.write(lines.join('\r\n')))
    let text = ''
    socket.setEncoding('utf8').on('data', (part: string) => (text += part))
    socket.on('end', () => resolve(text)).on('error', reject)
  })

describe('mix-up', () => {
  it('[V10.2.2] every answer at the application names its issuer, and a client refuses that of another', async () => {
    const { page, config, authorization } = await reach('employee')
    const denied = await new Browser().get((await authorize(config, { prompt: 'none' })).url.href)
    for (const visit of [page, denied]) {
      expect(new URL(visit.location ?? '').searchParams.get('iss')).toBe(iam.url)
    }
    const attackers = new URL(page.location ?? '')
    attackers.searchParams.set('iss', 'https://attacker.example')
    const options = { pkceCodeVerifier: authorization.verifier, expectedState: authorization.state }
    const mixed = openid.authorizationCodeGrant(config, attackers, options)
    await expect(mixed).rejects.toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' })
    attackers.searchParams.delete('iss')
    const missing = openid.authorizationCodeGrant(config, attackers, options)
    await expect(missing).rejects.toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' })
    // Nothing else was wrong with it.
    expect((await redeem(config, page, authorization)).access_token).toBeTypeOf('string')
  })
})

describe('open redirect', () => {
  const evil = [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    `${callback}@evil.example`,
    `${callback}/../../evil`,
    callback.replace('http:', 'https:'),
  ]

  it.each(evil)('[V10.4.1] [IAM-07] no page sends the browser to %s', async (target) => {
    const { url } = await authorize(await discoverSpa(iam.url))
    url.searchParams.set('redirect_uri', target)
    const { browser, tokens } = await signInAs(iam.url, 'employee')
    const escaped = encodeURIComponent(target)
    const addresses = [
      url.href,
      ...['post_logout_redirect_uri', 'redirect_uri', 'returnTo', 'return_to', 'next'].flatMap(
        (name) => [
          `${iam.url}/signin?${name}=${escaped}`,
          `${iam.url}/connect/logout?id_token_hint=${tokens.id_token}&${name}=${escaped}`,
        ],
      ),
      `${iam.url}/oauth2/authorize/${escaped}`,
    ]
    for (const address of addresses) {
      const { status, location } = await browser.get(address)
      expect({ address, status, away: location }).toMatchObject({ away: undefined })
      expect(status).toBeLessThan(500)
    }
  })
})

describe('cross-site request forgery', () => {
  /** The form of each page, as a browser has it before it is sent. */
  const forms: [
    string,
    () => Promise<{ browser: Browser; page: Visit }>,
    Record<string, string>,
  ][] = [
    ['password', () => begin(), { username: 'employee', password }],
    ['second factor', reachSecondFactor, { code: '000000' }],
    ['tenant', () => reach('both'), { tenant: globex }],
    ['consent', () => reach('employee', 'careful'), { decision: 'allow' }],
    [
      'first password',
      () => reach('newcomer'),
      { password: 'plum trees in bloom', repeat: 'plum trees in bloom' },
    ],
  ]

  async function reachSecondFactor() {
    const api = await apiAs(iam.url, 'manager')
    const { body } = await api('POST', '/me/mfa/totp', { currentPassword: password })
    const code = new TOTP({ secret: String(body['secret']) }).generate()
    await api('POST', '/me/mfa/totp/confirm', { code })
    return reach('manager')
  }

  it.each(forms)(
    'the form of the %s is taken from its own page alone',
    async (_name, open, fields) => {
      const { browser, page } = await open()
      const other = await begin()
      const csrf = /name="csrf" value="([^"]+)"/
      const foreign = csrf.exec(other.page.text)?.[1] ?? ''
      expect(csrf.exec(page.text)?.[1]).not.toBe(foreign)
      const forged: [string, Browser, Record<string, string>][] = [
        ['without its token', browser, { csrf: '' }],
        ['with a made-up token', browser, { csrf: 'made.up' }],
        ['with the token of another sign-in', browser, { csrf: foreign }],
        ['from another browser', new Browser(), {}],
      ]
      for (const [how, sender, change] of forged) {
        const { status, location } = await sender.submit(page, { ...fields, ...change })
        expect({ how, status, location }).toEqual({ how, status: 400, location: undefined })
      }
      expect(await isSignedIn(new Browser())).toBe(false)
      const genuine = await browser.submit(page, fields)
      expect([303, 422]).toContain(genuine.status)
    },
  )

  it.each(['/signout', '/connect/logout'])(
    '[V10.6.2] nobody is signed out by a foreign form at %s',
    async (path) => {
      const { browser } = await signInAs(iam.url, 'employee')
      const stranger = await signInAs(iam.url, 'admin')
      const page = await stranger.browser.get(`${iam.url}${path}`)
      const foreign = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
      for (const csrf of ['', 'made.up', foreign]) {
        await browser.post(`${iam.url}${path}`, { csrf })
        expect(await isSignedIn(browser)).toBe(true)
      }
    },
  )

  it('no cookie speaks for a user at the management API', async () => {
    const { browser } = await signInAs(iam.url, 'admin')
    const visit = await browser.get(`${iam.url}/api/iam/v1/me`)
    expect(visit.status).toBe(401)
  })

  it('session cookies are out of reach of scripts and other sites', async () => {
    const { browser, page } = await begin()
    const answer = await browser.submit(page, { username: 'employee', password })
    expect(answer.location).toContain('code=')
    const cookies = answer.headers.getSetCookie()
    expect(cookies.some((line) => line.startsWith('_session='))).toBe(true)
    for (const line of cookies) {
      expect(line.toLowerCase()).toContain('httponly')
      expect(line.toLowerCase()).toMatch(/samesite=(lax|strict)/)
    }
  })
})

describe('session fixation', () => {
  it('[V7.2.4] a session that was planted is not the one that signs in', async () => {
    const attacker = await signInAs(iam.url, 'admin')
    const victim = attacker.browser.copy()
    const signedIn = await signInAs(iam.url, 'employee', {
      browser: victim,
      parameters: { prompt: 'login' },
    })
    expect(signedIn.claims['sub']).toBe(userIds.employee)
    const config = await discoverSpa(iam.url)
    const silent = await authorize(config, { prompt: 'none' })
    const visit = await attacker.browser.get(silent.url.href)
    expect(new URL(visit.location ?? '').searchParams.get('error')).toBe('login_required')
  })

  it('[V7.6.2] a sign-in that the attacker began cannot be finished by the victim', async () => {
    const attacker = await begin()
    const victim = new Browser()
    expect((await victim.get(attacker.page.url)).status).toBe(400)
    const submitted = await victim.submit(attacker.page, { username: 'employee', password })
    expect(submitted.status).toBe(400)
    expect(await isSignedIn(attacker.browser)).toBe(false)
  })
})

describe('code injection', () => {
  it('[V10.2.1] the code of another sign-in fails at the verifier, and is burnt', async () => {
    const stolen = await reach('employee')
    const own = await begin()
    const injected = await token(codeFields(stolen.page, own.authorization.verifier))
    expect(await injected.json()).toMatchObject({ error: 'invalid_grant' })
    const late = await token(codeFields(stolen.page, stolen.authorization.verifier))
    expect(await late.json()).toMatchObject({ error: 'invalid_grant' })
  })

  it('[V10.5.4] the code of one client is worth nothing to another', async () => {
    const stolen = await reach('employee')
    const fields = codeFields(stolen.page, stolen.authorization.verifier)
    for (const clientId of ['expenses', 'careful']) {
      const answer = await token({ ...fields, client_id: clientId })
      expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
    }
  })

  it('[V10.5.1] the ID token carries the nonce, so that the client sees an injected one', async () => {
    const { page, config, authorization } = await (async () => {
      const begun = await begin('console', { nonce: 'of-this-browser' })
      const back = await enterCredentials(begun.browser, begun.page, 'employee')
      return { ...begun, page: back }
    })()
    const mixed = openid.authorizationCodeGrant(config, new URL(page.location ?? ''), {
      pkceCodeVerifier: authorization.verifier,
      expectedState: authorization.state,
      expectedNonce: 'of-another-browser',
    })
    await expect(mixed).rejects.toMatchObject({ code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' })
  })
})

describe('PKCE downgrade', () => {
  it.each([
    ['no challenge', ['code_challenge', 'code_challenge_method'], {}],
    ['a challenge without a method, which would mean plain', ['code_challenge_method'], {}],
    ['the plain method', [], { code_challenge_method: 'plain' }],
    ['an unknown method', [], { code_challenge_method: 'S512' }],
    ['an empty challenge', [], { code_challenge: '' }],
  ])('[V10.4.6] [IAM-06] no code is given for %s', async (_case, left, changed) => {
    const { browser } = await signInAs(iam.url, 'employee')
    const { url } = await authorize(await discoverSpa(iam.url))
    for (const name of left) url.searchParams.delete(name)
    for (const [name, value] of Object.entries(changed)) url.searchParams.set(name, value)
    const back = new URL((await browser.get(url.href)).location ?? '')
    expect(back.searchParams.get('error')).toBe('invalid_request')
    expect(back.searchParams.get('code')).toBeNull()
  })

  it.each([
    ['without its verifier', () => ({ code_verifier: '' })],
    [
      'with the challenge as verifier',
      (url: URL) => ({ code_verifier: url.searchParams.get('code_challenge') ?? '' }),
    ],
  ])('[V10.4.6] [IAM-06] no code is redeemed %s', async (_case, change) => {
    const { page, authorization } = await reach('employee')
    const fields = codeFields(page, authorization.verifier)
    const answer = await token({ ...fields, ...change(authorization.url) })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('header smuggling', () => {
  const lies = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '444',
    'x-forwarded-prefix': '/evil',
    'x-forwarded-server': 'evil.example',
    'x-original-url': '/api/iam/v1/keys/rotate',
    'x-rewrite-url': '/api/iam/v1/keys/rotate',
    'x-http-method-override': 'DELETE',
    'x-tenant-id': globex,
    'x-user-id': userIds.outsider,
    forwarded: 'for=203.0.113.1;host=evil.example;proto=https',
  }

  it('says nothing about where we are, who asks or what is asked', async () => {
    for (const path of ['/.well-known/openid-configuration', '/oauth2/jwks']) {
      const [plain, lied] = await Promise.all(
        [{}, lies].map(async (headers) => (await fetch(`${iam.url}${path}`, { headers })).text()),
      )
      expect(lied).toBe(plain)
    }
    const { url } = await authorize(await discoverSpa(iam.url))
    const visit = await new Browser().get(url.href, lies)
    expect(visit.location).toMatch(new RegExp(`^${iam.url}/signin`))
    expect(visit.headers.getSetCookie().join(';')).not.toMatch(/evil|secure/i)
    const issued = await fetch(`${iam.url}/oauth2/token`, {
      method: 'POST',
      headers: lies,
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'workflow',
        client_secret: secretOf('workflow'),
      }),
    })
    const { access_token: made } = (await issued.json()) as { access_token: string }
    const claims = JSON.parse(
      Buffer.from(made.split('.')[1] ?? '', 'base64url').toString(),
    ) as object
    expect(claims).toMatchObject({ iss: iam.url, sub: 'workflow' })
    expect(claims).not.toHaveProperty('tenant_id')
  })

  it('a Host header moves nothing', async () => {
    const { url } = await authorize(await discoverSpa(iam.url))
    const answer = await speak([
      `GET ${url.pathname}${url.search} HTTP/1.1`,
      'Host: evil.example',
      'Connection: close',
      '',
      '',
    ])
    expect(answer).toMatch(/^HTTP\/1.1 302/)
    expect(answer).not.toContain('evil.example')
  })

  it.each([
    ['two lengths', ['Content-Length: 5', 'Content-Length: 6']],
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['a space before the colon', ['Transfer-Encoding : chunked']],
    ['a line that is folded', ['X-A: b', ' Transfer-Encoding: chunked']],
  ])('a request with %s is refused', async (_case, headers) => {
    const answer = await speak([
      'POST /oauth2/token HTTP/1.1',
      'Host: localhost',
      ...headers,
      '',
      '0\r\n\r\nGET /api/iam/v1/keys HTTP/1.1\r\nHost: localhost\r\n\r\n',
    ])
    expect(answer).toMatch(/^HTTP\/1.1 400/)
    expect(answer.match(/HTTP\/1.1 /g)).toHaveLength(1)
  })
})

describe('enumeration', () => {
  it('[IAM-18] an unknown, a disabled and a passwordless account take one hash and the same words', async () => {
    const { db, hasher } = iam.deps
    const users = db.updateTable('users')
    await users.set({ status: 'disabled' }).where('id', '=', userIds.both).execute()
    await users.set({ password_hash: null }).where('id', '=', userIds.platform).execute()
    const { matches } = hasher
    let hashes = 0
    Object.assign(hasher, {
      matches: (...given: Parameters<typeof matches>) => {
        hashes++
        return matches(...given)
      },
    })
    const seen = new Set<string>()
    for (const username of ['employee', 'nobody-at-all', 'both', 'platform']) {
      hashes = 0
      const { browser, page } = await begin()
      const answer = await browser.submit(page, { username, password: 'wrong password' })
      expect({ username, hashes, status: answer.status }).toEqual({
        username,
        hashes: 1,
        status: 422,
      })
      const plain = answer.text
        .replaceAll(username, '')
        .replaceAll(/value="[^"]*"|flow=[\w-]+|challenge&quot;:&quot;[\w-]+/g, '')
      seen.add(plain)
    }
    expect(seen.size).toBe(1)
    await users.set({ status: 'active' }).where('id', '=', userIds.both).execute()
  })

  it('[IAM-04] an unknown client, a disabled one and a wrong secret are told alike', async () => {
    const { db } = iam.deps
    const clients = db.updateTable('clients').where('client_id', '=', 'expense-app')
    await clients.set({ status: 'disabled' }).execute()
    const answers = new Set<string>()
    for (const clientId of ['workflow', 'nobody', 'expense-app']) {
      for (const path of ['token', 'introspect', 'revoke']) {
        const response = await fetch(`${iam.url}/oauth2/${path}`, {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            token: 'x',
            client_id: clientId,
            client_secret: 'x'.repeat(32),
          }),
        })
        answers.add(`${path} ${response.status} ${await response.text()}`)
      }
    }
    await clients.set({ status: 'active' }).execute()
    expect(answers.size).toBe(3)
  })
})

describe('oversized and duplicate parameters', () => {
  const parameters = ['client_id', 'redirect_uri', 'scope', 'state', 'code_challenge', 'prompt']

  it.each(parameters)('an authorization request with %s twice gives no code', async (name) => {
    const { browser } = await signInAs(iam.url, 'employee')
    const { url } = await authorize(await discoverSpa(iam.url), { prompt: 'none' })
    url.searchParams.append(name, url.searchParams.get(name) ?? '')
    const visit = await browser.get(url.href)
    const error = new URL(visit.location ?? 'x:?error=invalid_request').searchParams
    expect(visit.status).toBeLessThan(500)
    expect(error.get('error')).toBe('invalid_request')
    expect(error.get('code')).toBeNull()
  })

  it.each(['grant_type', 'code', 'code_verifier', 'redirect_uri', 'client_id'])(
    'a token request with %s twice redeems no code',
    async (name) => {
      const { page, authorization } = await reach('employee')
      const body = new URLSearchParams(codeFields(page, authorization.verifier))
      body.append(name, body.get(name) ?? '')
      const answer = await fetch(`${iam.url}/oauth2/token`, { method: 'POST', body })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(await answer.json()).toHaveProperty('error')
    },
  )

  it('a sign-in form or a sign-out with a field twice is refused', async () => {
    const { browser, page } = await begin()
    const flow = new URL(page.url).searchParams.get('flow') ?? ''
    const twice = await fetch(`${iam.url}/signin?flow=${flow}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `flow=${flow}&username=a&username=employee&password=x`,
    })
    expect(twice.status).toBe(400)
    const out = await browser.get(
      `${iam.url}/connect/logout?post_logout_redirect_uri=${afterLogout}&post_logout_redirect_uri=https://evil.example`,
    )
    expect(out).toMatchObject({ status: 400, location: undefined })
  })

  it('what is too long is refused before it costs anything', async () => {
    const long = 'x'.repeat(20_000)
    const { url } = await authorize(await discoverSpa(iam.url))
    url.searchParams.set('state', long)
    const asked = await speak([
      `GET ${url.pathname}${url.search} HTTP/1.1`,
      'Host: localhost',
      '',
      '',
    ])
    expect(asked).toMatch(/^HTTP\/1.1 431/)
    const { browser, page } = await begin()
    let hashed = false
    const { hasher } = iam.deps
    const { matches } = hasher
    Object.assign(hasher, {
      matches: (...given: Parameters<typeof matches>) => {
        hashed = true
        return matches(...given)
      },
    })
    for (const fields of [
      { username: 'employee', password: long },
      { username: long, password },
      { username: 'employee', password: 'y'.repeat(2_000) },
    ]) {
      const { status } = await browser.submit(page, fields)
      expect([400, 413]).toContain(status)
    }
    expect(hashed).toBe(false)
    const many = Array.from({ length: 500 }, (_, i) => `scope-${i}`).join(' ')
    const scoped = await token({
      grant_type: 'client_credentials',
      client_id: 'workflow',
      client_secret: secretOf('workflow'),
      scope: many,
    })
    expect(scoped.status).toBe(400)
    const revoked = await fetch(`${iam.url}/oauth2/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'console', token: long }),
    })
    expect(revoked.status).toBe(400)
  })
})

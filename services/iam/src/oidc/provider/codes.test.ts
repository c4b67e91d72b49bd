import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser } from '../../testing/browser.ts'
import {
  authorize,
  discoverSpa,
  enterCredentials,
  openSignIn,
  signInAs,
  type Authorization,
} from '../../testing/sign-in.ts'
import { startFreshIam, startSecondProcess } from '../../testing/start.ts'
import { callback, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

async function getCode(browser = new Browser()): Promise<Authorization & { code: string }> {
  const authorization = await authorize(await discoverSpa(iam.url))
  const page = await openSignIn(browser, authorization)
  const back =
    page.location === undefined ? await enterCredentials(browser, page, 'employee') : page
  return { ...authorization, code: new URL(back.location ?? '').searchParams.get('code') ?? '' }
}

async function redeem(
  base: string,
  code: string,
  verifier: string,
  changes: Record<string, string> = {},
) {
  const fields = {
    grant_type: 'authorization_code',
    client_id: 'console',
    redirect_uri: callback,
    code,
    code_verifier: verifier,
    ...changes,
  }
  const response = await fetch(`${base}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  return {
    status: response.status,
    body: (await response.json()) as { error?: string; refresh_token?: string },
  }
}

describe('authorization codes', () => {
  it('[V10.4.2] are redeemed once when ten requests come at once to two processes', async () => {
    const second = await startSecondProcess(iam)
    for (let round = 0; round < 3; round++) {
      const { code, verifier } = await getCode()
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          redeem(i % 2 === 0 ? iam.url : second.url, code, verifier),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(9)
    }
  })

  it('[V10.4.2] end their family when they come again', async () => {
    const { code, verifier } = await getCode()
    const first = await redeem(iam.url, code, verifier)
    expect(first.status).toBe(200)
    expect(await redeem(iam.url, code, verifier)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })

    const fields = {
      grant_type: 'refresh_token',
      client_id: 'console',
      refresh_token: first.body.refresh_token ?? '',
    }
    const refresh = await fetch(`${iam.url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
    expect(await refresh.json()).toMatchObject({ error: 'invalid_grant' })
  })

  it('[IAM-06] do not survive a wrong verifier', async () => {
    const { code, verifier } = await getCode()
    expect(await redeem(iam.url, code, 'w'.repeat(43))).toMatchObject({
      body: { error: 'invalid_grant' },
    })
    expect(await redeem(iam.url, code, verifier)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
  })

  it('[IAM-07] are bound to the redirect address, which must be named, and to the client', async () => {
    const one = await getCode()
    expect(
      await redeem(iam.url, one.code, one.verifier, { redirect_uri: `${callback}/` }),
    ).toMatchObject({ body: { error: 'invalid_grant' } })
    const two = await getCode()
    expect(await redeem(iam.url, two.code, two.verifier, { client_id: 'expenses' })).toMatchObject({
      body: { error: 'invalid_grant' },
    })
    const three = await getCode()
    expect(await redeem(iam.url, three.code, three.verifier, { redirect_uri: '' })).toMatchObject({
      status: 400,
    })
  })
})

describe('authorization requests', () => {
  const ask = async (changes: Record<string, string | undefined>, browser = new Browser()) => {
    const { url } = await authorize(await discoverSpa(iam.url))
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
    }
    return browser.get(url.href)
  }

  it.each([
    ['another path', `${callback}/more`],
    ['a longer host', callback.replace('127.0.0.1', '127.0.0.1.evil.example')],
    ['another port', callback.replace('4999', '4998')],
    ['a query', `${callback}?a=b`],
    ['another case', callback.toUpperCase()],
  ])('[V10.4.1] [IAM-07] never redirect to an address with %s', async (_case, redirectUri) => {
    const visit = await ask({ redirect_uri: redirectUri })
    expect(visit.status).toBe(400)
    expect(visit.location).toBeUndefined()
    expect(visit.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('[IAM-07] must name their redirect address, even when one is registered', async () => {
    const visit = await ask({ redirect_uri: undefined })
    expect(visit).toMatchObject({ status: 400, location: undefined })
  })

  it.each([
    [
      'no challenge',
      { code_challenge: undefined, code_challenge_method: undefined },
      'invalid_request',
    ],
    ['the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['an unknown scope', { scope: 'openid no:such:scope' }, 'invalid_scope'],
    ['a scope the client was not granted', { scope: 'openid oa:document:read' }, 'invalid_scope'],
    ['a service scope', { scope: 'openid bpm.events' }, 'invalid_scope'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['another resource', { resource: 'https://other.example' }, 'invalid_target'],
    ['prompt=none without a session', { prompt: 'none' }, 'login_required'],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
  ])(
    '[V10.4.6] [IAM-06] are refused with %s, at the application',
    async (_case, changes, error) => {
      const visit = await ask(changes)
      expect(visit.status).toBe(302)
      const back = new URL(visit.location ?? '')
      // Errors of the implicit flow go into the fragment, where that flow reads them.
      const answer = back.hash === '' ? back.searchParams : new URLSearchParams(back.hash.slice(1))
      expect(back.origin + back.pathname).toBe(callback)
      expect(answer.get('error')).toBe(error)
      expect(answer.get('iss')).toBe(iam.url)
      expect(answer.get('code')).toBeNull()
    },
  )

  it('[V10.6.1] do not send codes in fragments or self-posting forms', async () => {
    for (const mode of ['fragment', 'form_post']) {
      const visit = await ask({ response_mode: mode })
      expect(visit.status).toBe(302)
      expect(new URL(visit.location ?? '').searchParams.get('error')).toBe(
        'unsupported_response_mode',
      )
    }
  })

  it('[IAM-09] take the base URL from the configuration, whatever a client says about proxies', async () => {
    const { url } = await authorize(await discoverSpa(iam.url))
    const visit = await new Browser().get(url.href, {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
      'x-forwarded-prefix': '/evil',
    })
    expect(visit.location).toMatch(new RegExp(`^${iam.url}/signin`))
    expect(visit.headers.getSetCookie().join()).not.toContain('evil')
  })

  it('with texts that cannot be stored are refused, not failed', async () => {
    const { url } = await authorize(await discoverSpa(iam.url))
    expect((await fetch(`${url.href}%00`, { redirect: 'manual' })).status).toBe(400)
    url.searchParams.set('client_id', 'con\0sole')
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(400)
    const token = await fetch(`${iam.url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'con\0sole',
        refresh_token: 'x\0',
      }),
    })
    expect(token.status).toBe(401)
    const browser = new Browser()
    const page = await openSignIn(browser, await authorize(await discoverSpa(iam.url)))
    expect((await browser.submit(page, { username: 'a\0b', password: 'x' })).status).toBeLessThan(
      500,
    )
  })

  it.each(['a\0', 'a\ud800'])('with %j in the claims asked for are refused', async (value) => {
    const claims = JSON.stringify({ id_token: { sub: { value } } })
    const visit = await openSignIn(
      new Browser(),
      await authorize(await discoverSpa(iam.url), { claims }),
    )
    expect(new URL(visit.location ?? '').searchParams.get('error')).toBe('invalid_request')
  })

  it('answer the second of two identical sign-ins from the session', async () => {
    const { browser } = await signInAs(iam.url, 'employee')
    const { code, verifier } = await getCode(browser)
    expect((await redeem(iam.url, code, verifier)).status).toBe(200)
  })
})

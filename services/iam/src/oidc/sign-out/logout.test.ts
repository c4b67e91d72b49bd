import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../testing/api.ts'
import type { Browser } from '../../testing/browser.ts'
import { authorize, discoverSpa, signInAs } from '../../testing/sign-in.ts'
import { signLogoutToken } from '../../features/logout-notices/logout-token.ts'
import { startFreshIam } from '../../testing/start.ts'
import { afterLogout, userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

async function refresh(token: string | undefined) {
  const fields = { grant_type: 'refresh_token', client_id: 'console', refresh_token: token ?? '' }
  const response = await fetch(`${iam.url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  return response.status
}

const kidOf = (token = '') =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string })
    .kid

const logoutUrl = (parameters: Record<string, string>) =>
  `${iam.url}/connect/logout?${new URLSearchParams(parameters).toString()}`

async function isSignedIn(browser: Browser): Promise<boolean> {
  const { url } = await authorize(await discoverSpa(iam.url), { prompt: 'none' })
  return new URL((await browser.get(url.href)).location ?? '').searchParams.has('code')
}

describe('signing out', () => {
  it('[V7.4.1] [IAM-07] [IAM-12] ends the session and its refresh tokens, and goes to the registered address with the state', async () => {
    const { browser, tokens } = await signInAs(iam.url, 'employee')
    const visit = await browser.get(
      logoutUrl({
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: afterLogout,
        state: 's 1',
      }),
    )
    expect(visit).toMatchObject({ status: 302, location: `${afterLogout}?state=s+1` })
    expect(await refresh(tokens.refresh_token)).toBe(400)
    expect(await isSignedIn(browser)).toBe(false)
    const admin = await apiAs(iam.url, 'admin')
    const { body } = await admin('GET', '/audit?action=user.sign_out')
    expect(body.items).toMatchObject([{ actorId: userIds.employee, address: '127.0.0.1' }])
  })

  it('[V10.6.2] asks first when the application cannot say whom it means', async () => {
    const { browser, tokens } = await signInAs(iam.url, 'employee')
    const page = await browser.get(
      logoutUrl({ client_id: 'console', post_logout_redirect_uri: afterLogout }),
    )
    expect(page.status).toBe(200)
    expect(page.text).toContain('The employee')
    expect(await refresh(tokens.refresh_token)).toBe(200)

    const done = await browser.submit(page, {})
    expect(done).toMatchObject({ status: 303, location: afterLogout })
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('[V10.6.2] asks first when the hint is of somebody else, and does nothing by a forged form', async () => {
    const other = await signInAs(iam.url, 'manager')
    const { browser } = await signInAs(iam.url, 'employee')
    expect(
      (await browser.get(logoutUrl({ id_token_hint: other.tokens.id_token ?? '' }))).status,
    ).toBe(200)
    await browser.post(`${iam.url}/connect/logout`, { csrf: 'forged.token' })
    await browser.post(`${iam.url}/signout`, {})
    expect(await isSignedIn(browser)).toBe(true)
  })

  it.each([
    [
      'an address that is not registered',
      { client_id: 'console', post_logout_redirect_uri: `${afterLogout}/` },
    ],
    ['an address without a client', { post_logout_redirect_uri: afterLogout }],
  ])('[IAM-07] goes nowhere for %s', async (_case, parameters) => {
    const { browser } = await signInAs(iam.url, 'employee')
    expect(await browser.get(logoutUrl(parameters))).toMatchObject({
      status: 400,
      location: undefined,
    })
    expect(await isSignedIn(browser)).toBe(true)
  })

  it.each([
    ['that is not ours', () => 'e30.e30.e30'],
    ['that is an access token', (tokens: { access_token: string }) => tokens.access_token],
  ])('asks when it gets a hint %s, and goes nowhere on its word', async (_case, hintOf) => {
    const { browser, tokens } = await signInAs(iam.url, 'employee')
    const wanted = { id_token_hint: hintOf(tokens), post_logout_redirect_uri: afterLogout }
    const page = await browser.get(logoutUrl(wanted))
    expect(page).toMatchObject({ status: 200, location: undefined })
    expect(await isSignedIn(browser)).toBe(true)
    const done = await browser.submit(page, {})
    expect(done).toMatchObject({ status: 200, location: undefined })
    expect(await isSignedIn(browser)).toBe(false)
  })

  // An access token may be called `JWT` (docs/verifier.md), so its type alone does not tell.
  it('[V9.2.2] asks when it gets another token of ours as a hint', async () => {
    const { db } = iam.deps
    const isConsole = db.updateTable('clients').where('client_id', '=', 'console')
    await isConsole.set({ access_token_type: 'JWT', resources: ['https://api.example'] }).execute()
    const { browser, tokens } = await signInAs(iam.url, 'employee', {
      parameters: { resource: 'https://api.example' },
    })
    await isConsole.set({ access_token_type: null, resources: [] }).execute()
    const about = { clientId: 'console', userId: userIds.employee, sid: null }
    const others = {
      'an access token': tokens.access_token,
      'a logout token': await signLogoutToken(iam.deps, about),
    }
    for (const hint of Object.values(others)) {
      const page = await browser.get(logoutUrl({ id_token_hint: hint }))
      expect(page.text).toContain('The employee')
      expect(await isSignedIn(browser)).toBe(true)
    }
  })

  it('[IAM-17] takes a hint whose key has rotated away, and not one of a withdrawn key', async () => {
    const { db } = iam.deps
    const platform = await apiAs(iam.url, 'platform')
    const rotateAway = async () => {
      await platform('POST', '/keys/rotate')
      const past = new Date(Date.now() - 1)
      await db
        .updateTable('signing_keys')
        .set({ published_until: past })
        .where('status', '=', 'previous')
        .execute()
      await iam.deps.keyRing.refresh()
    }
    const { browser, tokens } = await signInAs(iam.url, 'employee')
    const { browser: second, tokens: others } = await signInAs(iam.url, 'manager')
    await rotateAway()
    const { keys } = (await (await fetch(`${iam.url}/oauth2/jwks`)).json()) as {
      keys: { kid: string }[]
    }
    const kid = kidOf(tokens.id_token)
    expect(keys.map((key) => key.kid)).not.toContain(kid)
    const hint = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: afterLogout }
    expect(await browser.get(logoutUrl(hint))).toMatchObject({ status: 302, location: afterLogout })
    expect(await isSignedIn(browser)).toBe(false)

    await platform('POST', `/keys/${kid}/withdraw`)
    const withdrawn = { id_token_hint: others.id_token ?? '' }
    expect((await second.get(logoutUrl(withdrawn))).status).toBe(200)
    expect(await isSignedIn(second)).toBe(true)
  })

  it('[V7.4.4] has a page for people', async () => {
    const { browser } = await signInAs(iam.url, 'employee')
    const page = await browser.get(`${iam.url}/signout`)
    const done = await browser.submit(page, {})
    expect(done.text).toContain('You are signed out')
    expect(await isSignedIn(browser)).toBe(false)
    expect((await browser.get(`${iam.url}/signout`)).text).toContain('You are not signed in.')
  })
})

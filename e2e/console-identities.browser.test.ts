// @module-tag chromium
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, signInByKeyboard } from './support/console.ts'
import {
  consoleUrl,
  createOrganisation,
  openSignInOf,
  registerClient,
  tokenIn,
  type Organisation,
} from './support/organisations.ts'
import { platform, userNamed } from './support/platform.ts'
import { Browser as OtherBrowser, walk } from './support/sign-in.ts'

const provider = 'The other house'

let browser: Browser
let organisation: Organisation
beforeAll(async () => {
  browser = await startChromium()
  organisation = await createOrganisation(`Lighthouse ${Date.now().toString(36)}`)
  await trustDemonstration()
})
afterAll(async () => {
  await browser?.close()
})

/** The demonstration organisation vouches for people of this one, as an identity provider does. */
async function trustDemonstration(): Promise<void> {
  const token = await tokenIn(organisation)
  const settings = { kind: 'oidc', name: provider, issuer: platform().baseUrl, clientId: 'unknown' }
  const made = await call('POST', '/api/iam/v1/identity-providers', { token, json: settings })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const clientId = await registerClient(String(made.body['redirectUri']))
  const path = `/api/iam/v1/identity-providers/${String(made.body['id'])}`
  const changed = await call('PATCH', path, { token, json: { clientId } })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
}

/**
 * A window of somebody whom the other house knows as `employee`. Both houses have one address here,
 * where one browser has one session: so they sign in there with a browser of their own.
 */
async function openVisitor(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' })
  await context.route('**/signin/upstream?*', async (route: Route) => {
    const answer = await route.fetch({ maxRedirects: 0 })
    const there = new URL(answer.headers()['location'] ?? '')
    const callback = there.searchParams.get('redirect_uri') ?? ''
    const back = await walk(new OtherBrowser(), there, callback, userNamed('employee'))
    await route.fulfill({ response: answer, headers: { ...answer.headers(), location: back.href } })
  })
  const page = await context.newPage()
  await openSignInOf(organisation, page)
  await page.getByText(`Continue with ${provider}`).click()
  return { context, page }
}

it('somebody connects an identity elsewhere, signs in with it, and removes it again', async () => {
  const { username, password } = organisation.administrator
  const first = await openVisitor()
  await first.page.getByRole('heading', { name: 'Connect your account' }).waitFor()
  await expectAccessible(first.page, 'connect an identity')
  await signInByKeyboard(first.page, username, password)
  await first.page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  await first.context.close()

  // From now on nothing is asked.
  const { page, context } = await openVisitor()
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  await page.goto(consoleUrl('/account'))
  const connected = page.getByRole('region', { name: 'Connected identities' })
  await connected.getByText(provider).waitFor()
  await expectAccessible(page, 'connected identities')
  await connected.getByRole('button', { name: `Remove the connection with ${provider}` }).click()
  const dialog = page.getByRole('dialog')
  const remove = async (spoken: string) => {
    await dialog.getByLabel('Current password').fill(spoken)
    await dialog.getByRole('button', { name: 'Remove' }).click()
  }
  await remove('not the password')
  await dialog.getByText('This is not the current password.').waitFor()
  await remove(password)
  await connected.waitFor({ state: 'detached' })
  await context.close()

  const later = await openVisitor()
  await later.page.getByRole('heading', { name: 'Connect your account' }).waitFor()
  await later.context.close()
})

// @module-tag chromium
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startChromium } from './support/chromium.ts'
import { platform, userNamed } from './support/platform.ts'
import { openSpa, startSpa, waitForSpa, type Spa } from './support/spa.ts'

let browser: Browser
let spa: Spa
beforeAll(async () => {
  ;[browser, spa] = await Promise.all([startChromium(), startSpa()])
})
afterAll(async () => {
  await Promise.all([browser?.close(), spa?.stop()])
})

async function signIn(page: Page, username: string): Promise<void> {
  await openSpa(page, spa)
  await page.evaluate('void manager.signinRedirect()')
  const { password } = userNamed(username)
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${spa.origin}/callback**`)
  await waitForSpa(page)
}

interface Held {
  readonly access_token: string
  readonly refresh_token?: string | null
  readonly profile: { readonly sub: string; readonly name: string }
}
const heldBy = (page: Page) => page.evaluate<Held | null>('manager.getUser()')

it('[IAM-14] [IAM-15] oidc-client-ts signs in by code and PKCE, and its token works from the page', async () => {
  const page = await browser.newPage({ locale: 'en-GB' })
  await signIn(page, 'employee')
  const user = await heldBy(page)
  expect(user?.profile.sub).toBe(userNamed('employee').id)
  // The services look up the origins of new applications every few seconds.
  const ask = `manager.getUser().then((user) =>
    fetch(${JSON.stringify(`${platform().baseUrl}/api/iam/v1/me`)}, {
      headers: { authorization: 'Bearer ' + user.access_token },
    }).then((answer) => answer.json(), () => undefined))`
  await expect
    .poll(() => page.evaluate(ask), { timeout: 60_000, interval: 500 })
    .toMatchObject({ username: 'employee' })
  await page.close()
})

it('[IAM-12] oidc-client-ts renews silently by its refresh token', async () => {
  const page = await browser.newPage({ locale: 'en-GB' })
  await signIn(page, 'employee')
  const before = await heldBy(page)
  await page.evaluate('manager.signinSilent()')
  const after = await heldBy(page)
  expect(after?.profile.sub).toBe(before?.profile.sub)
  expect(after?.access_token).not.toBe(before?.access_token)
  expect(after?.refresh_token).not.toBe(before?.refresh_token)
  await page.close()
})

it('[IAM-12] oidc-client-ts revokes its tokens', async () => {
  const page = await browser.newPage({ locale: 'en-GB' })
  await signIn(page, 'employee')
  const before = await heldBy(page)
  // Rejects when the answer is not one that the library takes.
  await page.evaluate("manager.revokeTokens(['access_token', 'refresh_token'])")
  expect((await heldBy(page))?.refresh_token).toBeNull()
  const refreshed = await fetch(`${platform().baseUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: before?.refresh_token ?? '',
    }),
  })
  expect(await refreshed.json()).toMatchObject({ error: 'invalid_grant' })
  await page.close()
})

it('[IAM-19] oidc-client-ts renews in a hidden frame by the session, until the user signs out', async () => {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await signIn(page, 'manager')
  const framed: string[] = []
  page.on('framenavigated', (frame) => {
    if (frame.parentFrame() !== null) framed.push(new URL(frame.url()).pathname)
  })
  await page.evaluate('manager.removeUser()')
  await page.evaluate('manager.signinSilent()')
  expect(framed).toContain('/silent')
  expect((await heldBy(page))?.profile.sub).toBe(userNamed('manager').id)

  await page.evaluate('void manager.signoutRedirect()')
  await page.waitForURL(`${spa.origin}/bye**`)
  await waitForSpa(page)
  const refused = await page.evaluate(
    'manager.signinSilent().then(() => undefined, (error) => error.error)',
  )
  expect(refused).toBe('login_required')
  await context.close()
})

// @module-tag chromium
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerApplications, type Applications } from './interop/applications.ts'
import { openSpa, startSpa, waitForSpa } from './interop/oidc-client-ts/spa.ts'
import { call } from './support/api.ts'
import { startChromium } from './support/chromium.ts'
import { clientFor, platform } from './support/platform.ts'
import { signIn, tokenOf } from './support/sign-in.ts'

let browser: Browser
let spa: Applications
let stopSpa: () => void
beforeAll(async () => {
  ;[browser, spa] = await Promise.all([
    startChromium(),
    registerApplications({ host: 'localhost' }),
  ])
  stopSpa = await startSpa(spa)
})
afterAll(async () => {
  stopSpa?.()
  await Promise.all([browser?.close(), spa?.remove()])
})

/** A device that guards its keys and approves at once, as Chromium's own tests use it. */
async function plugInDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** An account of its own: a passkey changes how everybody after signs in to it. */
async function createAccount() {
  const username = `passkey-${Date.now().toString(36)}`
  const password = 'plum trees in late bloom'
  const json = { username, displayName: 'Pat Key', password, mustChangePassword: false }
  const { status, body } = await call('POST', '/api/iam/v1/users', {
    token: await tokenOf('admin'),
    json,
  })
  expect(status).toBe(201)
  return { id: String(body['id']), username, password }
}

it('a passkey is made in the browser and signs in by itself, by the script of the sign-in page', async () => {
  const account = await createAccount()
  const { accessToken: token } = await signIn({ ...account, client: clientFor('console') })
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await plugInDevice(page)

  // At the platform's own origin, to which passkeys belong.
  await page.goto(`${platform().baseUrl}/signout`)
  const { body } = await call('POST', '/api/iam/v1/me/mfa/passkeys/options', {
    token,
    json: { currentPassword: account.password },
  })
  const response = await page.evaluate<unknown>(`(async () => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(body['options'])})
    return (await navigator.credentials.create({ publicKey })).toJSON()
  })()`)
  const added = await call('POST', '/api/iam/v1/me/mfa/passkeys', {
    token,
    json: { name: 'Laptop', response },
  })
  expect(added.status).toBe(201)

  await openSpa(page, spa)
  await page.evaluate('void manager.signinRedirect()')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${spa.origin}/callback**`)
  await waitForSpa(page)
  const user = await page.evaluate<{ id_token: string }>('manager.getUser()')
  const claims = JSON.parse(
    Buffer.from(user.id_token.split('.')[1] ?? '', 'base64url').toString(),
  ) as Record<string, unknown>
  expect(claims).toMatchObject({ sub: account.id, amr: ['pop', 'user', 'mfa'] })

  // The password alone is not enough any more; the device answers the second page as well. This browser
  // has given a passkey before, so the page begins with it.
  await context.clearCookies()
  await openSpa(page, spa)
  await page.evaluate('void manager.signinRedirect()')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  expect(await page.locator('main form').first().getAttribute('id')).toBe('passkey')
  await page.getByLabel('User name').fill(account.username)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/signin\/mfa/)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${spa.origin}/callback**`)
  await context.close()
})

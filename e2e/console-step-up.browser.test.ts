// @module-tag chromium
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount, type Account } from './support/accounts.ts'
import { call } from './support/api.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole, signInByKeyboard } from './support/console.ts'
import { clientFor, platform, userNamed } from './support/platform.ts'
import { signIn, tokenOf } from './support/sign-in.ts'
import { totpOf } from './support/totp.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

const mark = Date.now().toString(36)
const inDialog = (page: Page) => page.getByRole('dialog').last()

/** Somebody who may change roles, signed in to the console by a password. */
async function openRoles(name: string) {
  const account = await createAccount(name)
  const { status } = await call('PUT', `/api/iam/v1/members/${account.id}`, {
    token: await tokenOf('admin'),
    json: { roles: userNamed('admin').roles },
  })
  expect(status).toBe(200)
  const opened = await openConsole(browser, account.username, '/roles', account)
  return { ...opened, account }
}

const as = async ({ username, password }: Account) =>
  (await signIn({ username, password, client: clientFor('console') })).accessToken

/** Sets up codes in another place, so that the console's session is one of the password alone. */
async function setUpCodes(account: Account): Promise<string> {
  const token = await as(account)
  const { body } = await call('POST', '/api/iam/v1/me/mfa/totp', {
    token,
    json: { currentPassword: account.password },
  })
  const secret = String(body['secret'])
  const confirmed = await call('POST', '/api/iam/v1/me/mfa/totp/confirm', {
    token,
    json: { code: totpOf(secret) },
  })
  expect(confirmed.status).toBe(200)
  return secret
}

/** A device that guards its keys and approves at once. */
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

/** A role that is filled in and sent; it waits for the person to confirm who they are. */
async function sendRole(page: Page, code: string) {
  await page.getByRole('button', { name: 'New role' }).click()
  await inDialog(page).getByLabel('Name').fill(`Role ${code}`)
  await inDialog(page).getByLabel('Code').fill(code)
  await inDialog(page).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor()
}

async function confirmBeside(context: BrowserContext, page: Page): Promise<Page> {
  const opened = context.waitForEvent('page')
  await page
    .getByRole('dialog', { name: 'Confirm that it is you' })
    .getByRole('button', { name: 'Confirm' })
    .click()
  return opened
}

const hasRole = async (code: string) => {
  const token = await tokenOf('admin')
  const { body } = await call('GET', '/api/iam/v1/roles?limit=200', { token })
  return JSON.stringify(body['items']).includes(`"code":"${code}"`)
}

it('who changes a role is asked for the second factor in place, and the change is made', async () => {
  const { page, context, faults, account } = await openRoles('Stefi Step')
  const secret = await setUpCodes(account)
  const code = `step-${mark}`
  await sendRole(page, code)
  await expectAccessible(page, 'confirm that it is you')
  expect(await hasRole(code)).toBe(false)

  const beside = await confirmBeside(context, page)
  await beside.waitForURL(/\/signin\/factor/)
  expect(await beside.locator('input[type=password]').count()).toBe(0)
  await expectAccessible(beside, 'the second factor')
  // The code of the next half minute: that of this one was used up when it was set up.
  await beside.getByLabel('Code').fill(totpOf(secret, Date.now() + 30_000))
  await beside.getByRole('button', { name: 'Confirm' }).click()

  await page.getByText(`Role ${code}`).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await hasRole(code)).toBe(true)
  // For ten minutes nobody asks again.
  await page.getByText(`Role ${code}`).click()
  await inDialog(page).getByLabel('Name').fill(`Renamed ${code}`)
  await inDialog(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText(`Renamed ${code}`).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('who does not confirm changes nothing, and keeps what was typed', async () => {
  const { page, context, account } = await openRoles('Cora Cancel')
  await setUpCodes(account)
  const code = `cancelled-${mark}`
  await sendRole(page, code)
  await page
    .getByRole('dialog', { name: 'Confirm that it is you' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await inDialog(page).getByText('It was not confirmed that it is you').waitFor()
  expect(await inDialog(page).getByLabel('Name').inputValue()).toBe(`Role ${code}`)
  expect(await hasRole(code)).toBe(false)
  await context.close()
})

it('who needs a second factor and has none makes a passkey in the sign-in, and it is enough from then on', async () => {
  const token = await tokenOf('admin')
  const code = `guarded-${mark}`
  const made = await call('POST', '/api/iam/v1/roles', {
    token,
    json: { code, name: code, permissions: ['iam:role:read', 'iam:role:write'], requiresMfa: true },
  })
  expect(made.status).toBe(201)
  const account = await createAccount('Gwen Guarded')
  const placed = await call('PUT', `/api/iam/v1/members/${account.id}`, {
    token,
    json: { roles: [code] },
  })
  expect(placed.status).toBe(200)

  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await plugInDevice(page)
  await page.goto(`${platform().baseUrl}/console/roles`)
  await signInByKeyboard(page, account.username, account.password)
  await page.waitForURL(/\/signin\/factor/)
  await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
  await expectAccessible(page, 'a second factor is set up')
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await page.getByText('Keep these codes').waitFor()
  expect(await page.locator('li code').count()).toBe(10)
  await expectAccessible(page, 'recovery codes')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.locator('main h1').waitFor()

  // The session is as good as it gets, so that the change is made without a question.
  await page.getByRole('button', { name: 'New role' }).click()
  await inDialog(page).getByLabel('Name').fill(`Made by ${code}`)
  await inDialog(page).getByLabel('Code').fill(`by-${code}`)
  await inDialog(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText(`Made by ${code}`).waitFor()
  await context.close()
})

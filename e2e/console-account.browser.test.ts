// @module-tag chromium
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from './support/accounts.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole } from './support/console.ts'
import { signIn } from './support/sign-in.ts'
import { totpOf } from './support/totp.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

const inDialog = (page: Page) => page.getByRole('dialog')

async function sayPassword(page: Page, password: string, confirm: string): Promise<void> {
  await inDialog(page).getByLabel('Current password').fill(password)
  await inDialog(page).getByRole('button', { name: confirm }).click()
}

it('codes are set up by scanning, kept by recovery codes that are shown once, and removed', async () => {
  const account = await createAccount('Toni Codes')
  const { password } = account
  const opened = await openConsole(browser, account.username, '/account', account)
  const { page, context, faults } = opened
  await page.getByRole('button', { name: 'Set up codes' }).click()
  await sayPassword(page, 'not the password', 'Go on')
  await inDialog(page).getByText('This is not the current password.').waitFor()
  await sayPassword(page, password, 'Go on')

  // A picture of squares, and the same to type.
  const qr = inDialog(page).getByRole('img', { name: 'QR code' })
  expect((await qr.locator('path').getAttribute('d'))?.length).toBeGreaterThan(2000)
  await expectAccessible(page, 'QR code')
  const secret = ((await inDialog(page).locator('code').textContent()) ?? '').replaceAll(' ', '')
  await inDialog(page).getByLabel('Code of six digits').fill('000000')
  await inDialog(page).getByRole('button', { name: 'Put into use' }).click()
  await inDialog(page).getByText('The code is not right').waitFor()
  await inDialog(page).getByLabel('Code of six digits').fill(totpOf(secret))
  await inDialog(page).getByRole('button', { name: 'Put into use' }).click()

  await inDialog(page).getByText('They are shown once').waitFor()
  expect(await inDialog(page).locator('li code').count()).toBe(10)
  const download = page.waitForEvent('download')
  await inDialog(page).getByRole('button', { name: 'Save as a file' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await inDialog(page).getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('10 are left').waitFor()

  await page.getByRole('button', { name: 'Remove the codes?' }).click()
  await sayPassword(page, password, 'Remove')
  await page.getByRole('button', { name: 'Set up codes' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('a passkey is made with the device at hand, under a name that is shown as text', async () => {
  const account = await createAccount('Pat Key')
  const { page, context, faults } = await openConsole(
    browser,
    account.username,
    '/account',
    account,
  )
  await plugInDevice(page)
  const name = '<img src=x onerror="document.title=\'owned\'">'
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await inDialog(page).getByLabel('Name').fill(name)
  await sayPassword(page, account.password, 'Make the passkey')
  await inDialog(page).getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText(name).waitFor()
  expect(await page.title()).toBe('My account · Countersign')

  await page.getByRole('button', { name: `Remove the passkey ${name}` }).click()
  await sayPassword(page, account.password, 'Remove')
  await expect.poll(() => page.getByText(name).count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

it('sessions are seen and ended, mails are chosen, and a new password ends them all', async () => {
  const account = await createAccount('Sam Session')
  const elsewhere = await signIn(account)
  expect(elsewhere.refreshToken).toBeTruthy()
  const { page, context } = await openConsole(browser, account.username, '/account', account)
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  const lines = sessions.getByRole('listitem')
  await expect.poll(() => lines.count()).toBe(2)
  await lines.getByRole('button', { name: 'End the session in An unknown browser' }).click()
  await expect.poll(() => lines.count()).toBe(1)

  await page.getByRole('radio', { name: 'Once a day' }).check()
  const mails = page.getByRole('region', { name: 'Mail about what concerns you' })
  await mails.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved').first().waitFor()
  await page.reload()
  await expect.poll(() => page.getByRole('radio', { name: 'Once a day' }).isChecked()).toBe(true)

  const form = page.getByRole('region', { name: 'Password' })
  const change = async (next: string) => {
    await form.getByLabel('Current password').fill(account.password)
    await form.locator('input[autocomplete=new-password]').first().fill(next)
    await form.getByLabel('New password again').fill(next)
    await form.getByRole('button', { name: 'Change the password' }).click()
  }
  await change('short')
  await form.getByText('It is too short.').waitFor()
  const password = 'figs on a wall facing south'
  await change(password)
  await form.getByText('Your password is changed').waitFor()
  await form.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('input[name=username]').waitFor()
  await expect(signIn({ ...account, password })).resolves.toBeTruthy()
  await context.close()
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

// @module-tag chromium
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from './support/accounts.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, signInByKeyboard } from './support/console.ts'
import {
  askForSignIn,
  consoleUrl,
  createOrganisation,
  openIn,
  openSignInOf,
  registerClient,
  type Organisation,
} from './support/organisations.ts'
import { platform, userNamed } from './support/platform.ts'

const colour = '#7a1fa2'

let browser: Browser
let harbour: Organisation
beforeAll(async () => {
  browser = await startChromium()
  harbour = await createOrganisation(`Harbour ${Date.now().toString(36)}`)
})
afterAll(async () => {
  await browser?.close()
})

const inDialog = (page: Page) => page.getByRole('dialog')
const openHarbour = (path: string) => openIn(browser, harbour.name, harbour.administrator, path)

it('somebody who belongs to two organisations chooses one, and goes over to the other', async () => {
  const { page, context } = await openIn(browser, 'Demo', userNamed('consultant'), '/inbox')
  await page.getByRole('button', { name: 'Switch organisation: Demo' }).click()
  await expectAccessible(page, 'menu of organisations')
  await page.getByRole('menuitemradio', { name: 'Elsewhere' }).click()
  await page.getByRole('button', { name: 'Switch organisation: Elsewhere' }).waitFor()
  // It is another token, and what is loaded again stays there.
  await page.reload()
  await page.getByRole('button', { name: 'Switch organisation: Elsewhere' }).waitFor()
  await context.close()
})

it('an administrator invites somebody, who joins and signs in to the organisation', async () => {
  const guest = await createAccount('Guest')
  const { page, context } = await openHarbour('/people')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await inDialog(page).getByLabel('User name').fill(guest.username)
  await expectAccessible(page, 'invite')
  await inDialog(page).getByRole('button', { name: 'Invite' }).click()
  await page
    .getByRole('region', { name: 'Open invitations' })
    .getByText(guest.username, { exact: true })
    .waitFor()

  const other = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' })
  const own = await other.newPage()
  await own.goto(consoleUrl('/account'))
  await signInByKeyboard(own, guest.username, guest.password)
  const asked = own.getByRole('region', { name: 'Invitations' })
  await asked.getByText(harbour.name).waitFor()
  await asked.getByRole('button', { name: 'Join' }).click()
  await own.getByRole('button', { name: 'Switch organisation: Demo' }).click()
  await own.getByRole('menuitemradio', { name: harbour.name }).click()
  await own.getByRole('button', { name: `Switch organisation: ${harbour.name}` }).waitFor()
  await other.close()

  await page.reload()
  await page.locator('[role=row]', { hasText: guest.username }).waitFor()
  expect(await page.getByRole('region', { name: 'Open invitations' }).count()).toBe(0)
  await context.close()
})

it('an administrator invites an address and hands the link over; its reader makes an account', async () => {
  const username = `reader-${Date.now().toString(36)}`
  const email = `${username}@else.example`
  const password = 'plum trees in late bloom'
  const { page, context } = await openHarbour('/people')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await inDialog(page).getByLabel('Mail address').fill(email)
  await inDialog(page).getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('button', { name: `Link of the invitation of ${email}` }).click()
  await inDialog(page).getByLabel('I hand it over myself').check()
  await expectAccessible(page, 'link of an invitation')
  await inDialog(page).getByRole('button', { name: 'Make the link' }).click()
  const link = await inDialog(page).getByTestId('link').textContent()

  const other = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' })
  const own = await other.newPage()
  await own.goto(link ?? '')
  await own.getByLabel('Your name').fill('Rita Reader')
  await own.getByLabel('User name of your choice').fill(username)
  await own.locator('#password').fill(password)
  await own.locator('#repeat').fill(password)
  await own.getByRole('button', { name: 'Make the account and join' }).click()
  await own.getByRole('link', { name: 'Sign in' }).click()
  await signInByKeyboard(own, username, password)
  await own.getByRole('region', { name: 'Mail address' }).getByText(email).waitFor()
  await expectAccessible(own, 'mail address')
  await other.close()

  await page.reload()
  await page.locator('[role=row]', { hasText: username }).click()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Send a link to choose a password' }).click()
  await inDialog(page).getByLabel('I hand it over myself').check()
  await inDialog(page).getByRole('button', { name: 'Make the link' }).click()
  expect(await inDialog(page).getByTestId('link').textContent()).toContain('/signin/reset?token=')
  await context.close()
})

it('signing out everywhere ends the sessions of every browser', async () => {
  const account = await createAccount('Two Windows')
  const open = async () => {
    const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(consoleUrl('/account'))
    await signInByKeyboard(page, account.username, account.password)
    await page.locator('main h1').waitFor()
    return page
  }
  const one = await open()
  const other = await open()
  await one.getByRole('button', { name: 'Sign out everywhere' }).click()
  await inDialog(one).getByRole('button', { name: 'Sign out everywhere' }).waitFor()
  await expectAccessible(one, 'sign out everywhere')
  await inDialog(one).getByRole('button', { name: 'Sign out everywhere' }).click()
  await one.locator('input[name=username]').waitFor()
  await other.goto(consoleUrl('/inbox'))
  await other.locator('input[name=username]').waitFor()
  await one.context().close()
  await other.context().close()
})

it('somebody sees which application they agreed to, and withdraws it', async () => {
  const account = await createAccount('Careful')
  // Any address of ours will do: the browser is looked at where it was sent.
  const address = consoleUrl('/mark.svg')
  const clientId = await registerClient(address, { name: 'Curious', requireConsent: true })
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await askForSignIn(page, { client_id: clientId, redirect_uri: address })
  await signInByKeyboard(page, account.username, account.password)
  await page.getByText('Curious').first().waitFor()
  await page.locator('button[type=submit]').first().click()
  await page.waitForURL(/\/mark\.svg/)

  await page.goto(consoleUrl('/account'))
  const agreed = page.getByRole('region', { name: 'Applications you agreed to' })
  await agreed.getByText('Curious').waitFor()
  await agreed.getByRole('button', { name: 'Withdraw' }).click()
  await inDialog(page).getByRole('button', { name: 'Withdraw' }).waitFor()
  await expectAccessible(page, 'withdraw a consent')
  await inDialog(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect.poll(() => agreed.count()).toBe(0)
  await context.close()
})

it('name, colour and logo that an administrator sets are on the sign-in page', async () => {
  const { page, context } = await openHarbour('/branding')
  // The logo is saved at once, and leaves alone what is typed beside it.
  await page.getByLabel('Name', { exact: true }).fill(`Old ${harbour.name}`)
  await page.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(png, 'base64'),
  })
  await page.getByRole('img', { name: 'Logo' }).waitFor()
  await page.getByLabel('Colour', { exact: true }).fill(colour)
  const isSaved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/branding'),
  )
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await isSaved).status()).toBe(200)
  await expectAccessible(page, 'branding')

  const visitor = await browser.newPage({ locale: 'en' })
  await openSignInOf(harbour, visitor)
  await visitor.getByText(`Old ${harbour.name}`).first().waitFor()
  const width = 'document.querySelector(\'img[src*="/signin/brand/"]\').naturalWidth'
  expect(await visitor.evaluate<number>(width)).toBe(1)
  const button = "document.querySelector('button[type=submit]')"
  const ground = await visitor.evaluate<string>(`getComputedStyle(${button}).backgroundColor`)
  expect(ground).toBe('rgb(122, 31, 162)')
  await visitor.context().close()
  await context.close()
})

it('an administrator adds an identity provider, tries it, and the sign-in page leads there', async () => {
  const { page, context } = await openHarbour('/identity-providers')
  await page.getByRole('button', { name: 'New identity provider' }).click()
  const dialog = inDialog(page)
  await dialog.getByText('Directory (LDAP)').click()
  await dialog.getByLabel('Account that searches (DN)').waitFor()
  await expectAccessible(page, 'a directory')
  await dialog.getByText('OpenID Connect').click()
  await dialog.getByLabel('Name').fill('The other house')
  await dialog.getByLabel('Issuer').fill(platform().baseUrl)
  await dialog.getByLabel('Client id').fill('to-be-set')
  await dialog.getByLabel('Makes an account for whoever has none').check()
  await expectAccessible(page, 'an OpenID provider')
  await dialog.getByRole('button', { name: 'Add it' }).click()
  await page.getByRole('heading', { level: 1, name: 'The other house' }).waitFor()

  // What an administrator of the other house registers there.
  const address = (await page.getByText('/signin/upstream/').textContent()) ?? ''
  const clientId = await registerClient(address)
  await page.getByLabel('Client id').fill(clientId)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByText('It answers as it should.').waitFor()
  await expectAccessible(page, 'identity provider')

  const visitor = await browser.newPage({ locale: 'en' })
  await openSignInOf(harbour, visitor)
  // As far as one browser goes: with both houses in it, it would be signed in to the other one here.
  const asked = visitor.waitForRequest((request) => request.url().includes(clientId))
  await visitor.getByText('The other house').click()
  expect(new URL((await asked).url()).pathname).toBe('/oauth2/authorize')
  await visitor.locator('input[name=username]').waitFor()
  await visitor.context().close()

  await page.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).waitFor()
  await expectAccessible(page, 'remove an identity provider')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No identity providers yet').waitFor()
  await context.close()
})

/** One pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

// @module-tag chromium
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount, type Account } from './support/accounts.ts'
import { call } from './support/api.ts'
import { startChromium } from './support/chromium.ts'
import { openConsole } from './support/console.ts'
import { platform } from './support/platform.ts'
import { tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

const mark = Date.now().toString(36)
const attack = '<img src=x onerror="document.title=\'owned\'">'
const person = { name: `Ada ${attack}`, username: `ada-${mark}`, password: 'plums in late bloom' }
const inDialog = (page: Page) => page.getByRole('dialog')

const go = async (page: Page, path: string) => {
  await page.goto(`${platform().baseUrl}/console${path}`)
  await page.locator('main h1').waitFor()
}

it('an administrator makes an organisation with a role, a person, an application and a process, and it approves', async () => {
  const root = await createAdministrator()
  const { page, context, faults } = await openConsole(browser, root.username, '/tenants', root)
  const tenant = `Orchard ${mark}`
  await page.getByRole('button', { name: 'New organisation' }).click()
  await inDialog(page).getByLabel('Name').fill(tenant)
  await inDialog(page).getByRole('button', { name: 'Make it' }).click()
  await page.getByText('The organisation is there').waitFor()
  await page
    .locator('[role=row]', { hasText: tenant })
    .getByRole('button', { name: 'Go there' })
    .click()
  await page.waitForURL(/\/console\/inbox/)
  await page.locator('header').getByText(tenant).waitFor()

  await makeRole(page)
  await makePerson(page)
  await registerApplication(page)

  // The first wish for an approval is refused, and lets it be known what there is to decide on.
  const author = await openAsAuthor(browser)
  await askForApproval(author)
  await author.getByText('bpm.no_published_definition').waitFor()
  const document = author.url()
  await publishProcess(author)
  await author.goto(document)
  await author.getByRole('button', { name: 'Ask for approval' }).click()
  await author.getByText('It is being approved.').waitFor()

  await go(page, '/inbox')
  await page.getByRole('link', { name: 'statutes' }).click()
  await page.getByText('Expected path').waitFor()
  await page.keyboard.press('a')
  await page.getByRole('form', { name: 'Approve' }).getByLabel('Comment').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Approved: statutes').waitFor()
  await author.reload()
  await author.getByText('Approved', { exact: true }).waitFor()
  await author.context().close()
  expect(faults).toEqual([])
  await context.close()
})

/** Not the one that is seeded: whoever makes an organisation is in two afterwards. */
async function createAdministrator(): Promise<Account> {
  const account = await createAccount('Root')
  const { status } = await call('PUT', `/api/iam/v1/members/${account.id}`, {
    token: await tokenOf('admin'),
    json: { roles: ['admin'] },
  })
  expect(status).toBe(200)
  return account
}

async function makeRole(page: Page): Promise<void> {
  await go(page, '/roles')
  await page.getByRole('button', { name: 'New role' }).click()
  await inDialog(page).getByLabel('Name').fill(`Author ${attack}`)
  await inDialog(page).getByLabel('Code').fill('author')
  for (const permission of [
    'dms:document:read',
    'dms:document:write',
    'bpm:definition:read',
    'bpm:definition:write',
  ]) {
    await inDialog(page).getByLabel(permission, { exact: true }).check()
  }
  await inDialog(page).getByRole('button', { name: 'Save' }).click()
  await page.locator('[role=row]', { hasText: `Author ${attack}` }).waitFor()
}

async function makePerson(page: Page): Promise<void> {
  await go(page, '/people')
  await page.getByRole('button', { name: 'New person' }).click()
  await inDialog(page).getByLabel('Name', { exact: false }).first().fill(person.name)
  await inDialog(page).getByLabel('User name').fill(person.username)
  await inDialog(page).getByLabel('First password').fill(person.password)
  await inDialog(page).getByRole('button', { name: 'Make the account' }).click()
  await page.getByRole('heading', { level: 1, name: person.name }).waitFor()
  const place = page.getByRole('region', { name: 'In this organisation' })
  await place.getByRole('combobox', { name: 'Roles' }).click()
  await page.getByRole('option', { name: `Author ${attack}` }).click()
  await page.keyboard.press('Escape')
  await place.getByRole('combobox', { name: 'Manager' }).fill('root')
  await page.getByRole('option', { name: 'Root' }).filter({ visible: true }).click()
  await place.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/Saved\. It holds/).waitFor()
}

async function registerApplication(page: Page): Promise<void> {
  await go(page, '/clients')
  await page.getByRole('button', { name: 'Register an application' }).click()
  await inDialog(page).getByRole('button', { name: 'A backend' }).click()
  await inDialog(page).getByLabel('Name').fill(`Press ${attack}`)
  await inDialog(page).getByRole('button', { name: 'Register' }).click()
  await inDialog(page).getByText('Shown this once').waitFor()
  const secret = (await inDialog(page).getByText('Secret:').locator('span').textContent()) ?? ''
  expect(secret.length).toBeGreaterThan(30)
  await inDialog(page).getByRole('button', { name: 'I have kept it' }).click()
  await page.getByText(`Press ${attack}`).waitFor()
  expect(await page.content()).not.toContain(secret)
}

/** Signs in for the first time, which begins with a password of one's own. */
async function openAsAuthor(own: Browser): Promise<Page> {
  const context = await own.newContext({ locale: 'en' })
  const page = await context.newPage()
  await page.goto(`${platform().baseUrl}/console/documents`)
  await page.locator('input[name=username]').fill(person.username)
  await page.locator('input[name=password]').fill(person.password)
  await page.locator('button[type=submit]').first().click()
  const fields = page.locator('input[autocomplete=new-password]')
  await fields.first().waitFor()
  for (const field of await fields.all()) await field.fill('figs on a wall facing south')
  await page.locator('button[type=submit]').first().click()
  await page.locator('main h1').waitFor()
  return page
}

async function askForApproval(page: Page): Promise<void> {
  await page.locator('main input[type=file]').setInputFiles({
    name: 'statutes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Article 1\n'),
  })
  await page.getByRole('link', { name: 'statutes' }).click()
  await page.getByRole('tab', { name: 'Approval' }).click()
  await page.getByRole('button', { name: 'Ask for approval' }).click()
}

async function publishProcess(page: Page): Promise<void> {
  await go(page, '/processes')
  await page.getByRole('button', { name: 'New process' }).click()
  await inDialog(page).getByLabel('Name').fill('Documents')
  await inDialog(page).getByLabel('Key').fill('documents')
  await inDialog(page).getByRole('combobox', { name: 'Business type' }).click()
  await page.getByRole('option', { name: 'Document approval' }).click()
  await inDialog(page).getByRole('button', { name: 'Make the draft' }).click()
  await page.getByText('Nothing speaks against publishing it.').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await inDialog(page).getByRole('button', { name: 'Publish' }).click()
  await page.locator('header').getByText('Published', { exact: true }).waitFor()
}

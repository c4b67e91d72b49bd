// @module-tag chromium
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actOn, findTask } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole } from './support/console.ts'
import { dropFile } from './support/drop-file.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

const attack = '<img src=x onerror="document.title=\'owned\'">'

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

it('a document is dropped, previewed, changed, compared, shared with a password, and approved', async () => {
  const stem = `offer-${Date.now().toString(36)}`
  const { page, context, faults } = await openConsole(browser, 'employee', '/documents')
  await page.locator('[role=table], [role=status]').first().waitFor()
  await dropFile(page, `${stem}.txt`, `Offer ${attack}\nprice: 100\n`)
  await page.getByText('Uploads finished').waitFor()
  await page.getByRole('link', { name: stem }).click()
  await page.getByText('price: 100').waitFor({ timeout: 60_000 })
  await page.getByText(`Offer ${attack}`).waitFor()

  const title = `Offer ${stem} ${attack}`
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit title and tags' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill(title)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()

  await openTab(page, 'Versions')
  await page.locator('main input[type=file]').setInputFiles({
    name: `${stem}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`Offer ${attack}\nprice: 90\n`),
  })
  await page.getByText('+ price: 90').waitFor()
  await page.getByText('− price: 100').waitFor()

  await openTab(page, 'Access')
  await explainAccess(page)
  await openTab(page, 'Shares')
  await openShare(browser, await makeShare(page), title)

  await openTab(page, 'Approval')
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByText('It is being approved.').waitFor()
  const open = page.getByRole('link', { name: 'Open the approval' })
  const instanceId = new URL((await open.getAttribute('href')) ?? '', page.url()).pathname
    .split('/')
    .at(-1)
  const taskNo = await findTask('manager', instanceId ?? '')
  expect((await actOn(taskNo, 'manager', 'approve', { comment: 'fair' })).status).toBe(200)
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.getByText('In approval').or(page.getByText('Decided')).first().waitFor()
        return page.locator('main').getByText('Approved', { exact: true }).count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  expect(await page.title()).toBe(`${title} · Countersign`)
  expect(faults).toEqual([])
  await context.close()
})

/** Lets the manager in, and asks why they are in. */
async function explainAccess(page: Page): Promise<void> {
  const choose = async (label: string) => {
    await page.getByRole('combobox', { name: label }).fill('manager')
    await page
      .locator('[role=option][value^="user:"]', { hasText: /^manager/i })
      .filter({ visible: true })
      .click()
  }
  await choose('Add somebody')
  await page.getByRole('button', { name: 'Save access' }).click()
  await page.getByText('Access saved').waitFor()
  await choose('Person')
  const why = page.getByRole('region', { name: 'Why can somebody see this?' })
  await why.getByText(/may see, download it/).waitFor()
  await why
    .getByText(/in the list of the document/)
    .first()
    .waitFor()
}

const password = 'wall of figs'

async function makeShare(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'New share' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=password]').fill(password)
  await dialog.getByRole('button', { name: 'Make the share' }).click()
  const address = await dialog.getByRole('textbox', { name: 'Address' }).inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('0 of ∞ downloads').waitFor()
  return address
}

/** As somebody who has nothing but the address, and was told the password. */
async function openShare(own: Browser, address: string, title: string): Promise<void> {
  const visitor = await own.newContext({ locale: 'en' })
  const page = await visitor.newPage()
  await page.goto(address)
  await page.getByRole('heading', { name: title }).waitFor()
  const say = async (word: string) => {
    await page.locator('input[type=password]').fill(word)
    await page.getByRole('button', { name: 'Open' }).click()
  }
  await say('guessed')
  await page.getByText('This is not the password.').waitFor()
  await expectAccessible(page, 'page of a share, locked')
  await say(password)
  await page.getByRole('region', { name: 'Preview' }).getByText('price: 90').waitFor()
  await expectAccessible(page, 'page of a share')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('price: 90')
  expect(await page.title()).toBe(`${title} · Countersign`)
  await visitor.close()
}

// @module-tag chromium
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startChromium } from './support/chromium.ts'
import { expectAccessible } from './support/console.ts'
import { uploadFile } from './support/documents.ts'
import { createOrganisation, openIn, tokenIn, type Organisation } from './support/organisations.ts'
import { platform } from './support/platform.ts'

const source = 'Second shelf'
const content = 'Where these lines lie is nobody’s concern.'

let browser: Browser
let organisation: Organisation
let token: string
beforeAll(async () => {
  browser = await startChromium()
  organisation = await createOrganisation(`Archive ${Date.now().toString(36)}`)
  token = await tokenIn(organisation)
})
afterAll(async () => {
  await browser?.close()
})

const inDialog = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Waits until new uploads go there. */
const isDefault = (page: Page, name: string) =>
  page.locator('[role=row]', { hasText: name }).getByText('New uploads').waitFor()

async function addSource(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New source' }).click()
  await inDialog(page).getByLabel('Name').fill(source)
  await inDialog(page).getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Folder of the service' }).click()
  await inDialog(page).getByLabel('Prefix').fill('second-shelf')
  await inDialog(page).getByRole('button', { name: 'Save' }).click()
  await inDialog(page).waitFor({ state: 'detached' })
  await choose(page, source, 'Check')
  await page.getByText('It can be written, read and cleaned.').waitFor()
}

async function readContent(versionId: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const url = `${platform().baseUrl}/api/dms/versions/${versionId}/content`
  return (await fetch(url, { headers })).text()
}

it('an administrator moves what lies in a source to another one, and gives the old copies up', async () => {
  const { page, context } = await openIn(
    browser,
    organisation.name,
    organisation.administrator,
    '/sources',
  )
  await isDefault(page, 'default')
  await addSource(page)
  await choose(page, source, 'Take new uploads')
  await isDefault(page, source)
  const { versionId } = await uploadFile(token, 'lines.txt', Buffer.from(content))
  await choose(page, 'default', 'Take new uploads')
  await isDefault(page, 'default')

  await choose(page, source, 'Move to another source')
  await expectAccessible(page, 'move a source')
  await inDialog(page).getByRole('button', { name: 'Move to another source' }).click()
  await inDialog(page).waitFor({ state: 'detached' })
  const move = page.getByRole('group', { name: `${source} to default` })
  await move.getByText('Done', { exact: true }).waitFor()
  await move.getByText('1 of 1 objects').waitFor()
  expect(await move.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100')
  await expectAccessible(page, 'a source that was moved')

  await move.getByRole('button', { name: 'Give up the old copies' }).click()
  await inDialog(page).getByText('This cannot be undone.').waitFor()
  await inDialog(page).getByRole('button', { name: 'Give up the old copies' }).click()
  await move.getByText('Old copies given up').waitFor()
  expect(await readContent(versionId)).toBe(content)
  await context.close()
})

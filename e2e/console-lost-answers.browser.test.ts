// @module-tag chromium
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { startChromium } from './support/chromium.ts'
import { openConsole } from './support/console.ts'
import { uploadFile } from './support/documents.ts'
import { tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

/** Lets the first POST there be carried out, and its answer never arrive. */
async function loseFirstAnswer(page: Page, path: string): Promise<() => number> {
  let posts = 0
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    posts += 1
    if (posts > 1) return route.fallback()
    const answer = await route.fetch()
    expect(answer.status()).toBe(201)
    return route.abort('connectionreset')
  })
  return () => posts
}

/** Presses, reads that no answer came, and presses again. */
async function pressTwice(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name }).click()
  await dialog.getByText('console.unreachable').waitFor()
  await dialog.getByRole('button', { name }).click()
}

async function listOf(username: string, path: string): Promise<Record<string, unknown>[]> {
  const { body } = await call('GET', path, { token: await tokenOf(username) })
  return body['items'] as unknown as Record<string, unknown>[]
}

it('a folder, a share and a process are made once, when the first answer is lost', async () => {
  const mark = `lost-${Date.now().toString(36)}`
  const { documentId } = await uploadFile(
    await tokenOf('employee'),
    `${mark}.pdf`,
    Buffer.from('x'),
  )
  const employee = await openConsole(browser, 'employee', '/documents')
  const folders = await loseFirstAnswer(employee.page, '/api/dms/folders')
  await employee.page.getByRole('button', { name: 'New folder' }).click()
  await employee.page.getByRole('dialog').getByLabel('Name').fill(mark)
  await pressTwice(employee.page, 'Make the folder')
  await employee.page.getByRole('dialog').waitFor({ state: 'detached' })
  await employee.page.getByRole('link', { name: mark, exact: true }).waitFor()
  expect(folders()).toBe(2)

  await employee.page.goto(
    new URL(`/console/documents/${documentId}?tab=shares`, employee.page.url()).href,
  )
  const shares = await loseFirstAnswer(employee.page, `/api/dms/documents/${documentId}/shares`)
  await employee.page.getByRole('button', { name: 'New share' }).click()
  await pressTwice(employee.page, 'Make the share')
  await employee.page.getByRole('dialog').getByText('Copy the address now').waitFor()
  // The address is told once. So the first share, whose address nobody has, gave way to another.
  expect(shares()).toBe(3)
  const made = await listOf('employee', `/api/dms/documents/${documentId}/shares`)
  expect(made.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1)
  await employee.context.close()

  const admin = await openConsole(browser, 'admin', '/processes')
  const drafts = await loseFirstAnswer(admin.page, '/api/bpm/v1/definitions')
  await admin.page.getByRole('button', { name: 'New process' }).click()
  const dialog = admin.page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(mark)
  await dialog.getByLabel('Key').fill(mark)
  await dialog.getByRole('combobox', { name: 'Business type' }).click()
  await admin.page.getByRole('option', { name: 'Expense' }).click()
  await pressTwice(admin.page, 'Make the draft')
  await admin.page.getByRole('heading', { level: 1, name: mark }).waitFor()
  expect(drafts()).toBe(2)
  const named = await listOf('admin', '/api/bpm/v1/definitions?limit=200')
  expect(named.filter(({ key }) => key === mark)).toHaveLength(1)
  await admin.context.close()
})

// @module-tag chromium
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findTask } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole } from './support/console.ts'
import { dropFile } from './support/drop-file.ts'
import { makeArchive, readRecordKeys, verify } from './support/verify-record.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

/** What the approver does with a task, on its page. */
async function decide(page: Page, action: string, comment: string): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click()
  const form = page.getByRole('form', { name: action })
  await form.locator('textarea').fill(comment)
  await form.getByRole('button', { name: action }).click()
  await form.waitFor({ state: 'detached' })
}

/** Reads a page anew until it shows something that other services have to tell it first. */
async function reloadUntil(page: Page, text: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.getByRole('heading', { level: 1 }).waitFor()
        return page
          .getByText(text, { exact: true })
          .first()
          .waitFor({ timeout: 3_000 })
          .then(() => true)
          .catch(() => false)
      },
      { timeout: 60_000 },
    )
    .toBe(true)
}

/** What the browser saves when a button is pressed. */
async function save(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return readFile(await download.path())
}

/** Has the record filed with the version that was approved, and takes the print of it. */
async function takeFiled(page: Page): Promise<Buffer> {
  await page.getByRole('button', { name: 'Actions for version 2' }).click()
  await page.getByRole('menuitem', { name: 'Record' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record' })
  await dialog.getByRole('button', { name: 'File it: English' }).click()
  await dialog.getByText('Filed', { exact: true }).waitFor({ timeout: 60_000 })
  await expectAccessible(page, 'records of a version')
  return save(page, () => dialog.getByRole('button', { name: 'Print (PDF), English' }).click())
}

it('[DMS-17] a document is sent, returned, corrected, sent again, compared, approved, and its record verified', async () => {
  const stem = `contract-${Date.now().toString(36)}`
  const initiator = await openConsole(browser, 'employee', '/documents')
  const { page } = initiator
  await page.locator('[role=table], [role=status]').first().waitFor()
  await dropFile(page, `${stem}.txt`, 'We pay\nprice: 100\n')
  await page.getByText('Uploads finished').waitFor()
  await page.getByRole('link', { name: stem }).click()
  await openTab(page, 'Approval')
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  const link = page.getByRole('link', { name: 'Open the approval' })
  await link.waitFor()
  const { pathname } = new URL((await link.getAttribute('href')) ?? '', page.url())
  const instanceId = pathname.split('/').at(-1) ?? ''

  const early = await findTask('manager', instanceId)
  const approver = await openConsole(browser, 'manager', `/tasks/${early}`)
  const reloaded = approver.page
  await reloadUntil(reloaded, 'Preview')
  await reloaded.getByRole('button', { name: 'Preview', exact: true }).click()
  await reloaded.getByText('price: 100').waitFor({ timeout: 60_000 })
  expect(await reloaded.getByText('instead of').count()).toBe(0)
  await decide(reloaded, 'Return', 'the wrong price')

  await reloadUntil(page, 'It came back to you')
  await page.locator('main input[type=file]').setInputFiles({
    name: `${stem}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from('We pay\nprice: 90\n'),
  })
  await page.getByRole('combobox', { name: 'Version to send' }).waitFor()
  await expectAccessible(page, 'approval that was returned')
  await page.getByRole('button', { name: 'Send it round again' }).click()
  await page.getByText('It came back to you').waitFor({ state: 'detached' })

  const late = await findTask('manager', instanceId)
  await reloaded.goto(new URL(`/console/tasks/${late}`, reloaded.url()).href)
  await reloadUntil(reloaded, 'Version 2 instead of 1')
  await reloaded.getByRole('button', { name: 'What has changed' }).click()
  await reloaded.getByText('− price: 100').waitFor({ timeout: 60_000 })
  await reloaded.getByText('+ price: 90').waitFor()
  await expectAccessible(reloaded, 'task with what has changed')
  await decide(reloaded, 'Approve', 'right')

  await reloadUntil(page, 'Approved')
  await openTab(page, 'Versions')
  const versions = page.getByRole('table', { name: 'Versions' })
  await versions.getByText('Superseded', { exact: true }).waitFor()
  const filed = await takeFiled(page)

  await reloaded.goto(new URL(`/console/approvals/${instanceId}`, reloaded.url()).href)
  await reloaded.getByRole('button', { name: 'Record', exact: true }).click()
  const print = await save(reloaded, () =>
    reloaded.getByRole('menuitem', { name: 'Print (PDF)' }).click(),
  )
  const keep = await makeArchive()
  const keys = ['--keys', await keep('keys.json', JSON.stringify(await readRecordKeys()))] as const
  for (const [name, file] of Object.entries({ print, filed })) {
    const verified = await verify(await keep(`${name}.pdf`, file), ...keys)
    expect([verified.code, verified.stderr]).toEqual([0, ''])
    expect(verified.stdout).toMatch(/return .*by .*: the wrong price/)
    expect(verified.stdout).toMatch(/approve .*by .*: right/)
  }
  expect([initiator.faults, approver.faults]).toEqual([[], []])
  await Promise.all([initiator.context.close(), approver.context.close()])
})

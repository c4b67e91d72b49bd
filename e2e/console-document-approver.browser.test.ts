// @module-tag chromium
import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { findTask } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole } from './support/console.ts'
import { uploadText } from './support/documents.ts'
import { tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

async function managersTask(text: string): Promise<string> {
  const token = await tokenOf('employee')
  const { documentId, versionId } = await uploadText(token, text)
  const json = { versionId, title: 'Our offer', requestKey: randomUUID() }
  const { body } = await call('POST', `/api/dms/documents/${documentId}/approval`, { token, json })
  const taskNo = await findTask('manager', String(body['instanceId']))
  const ofManager = { token: await tokenOf('manager') }
  await expect
    .poll(async () => (await call('GET', `/api/dms/versions/${versionId}`, ofManager)).status)
    .toBe(200)
  return taskNo
}

it.each([
  ['en', 'light', 'Preview', 'Hide the preview'],
  ['zh-CN', 'dark', '预览', '收起预览'],
] as const)(
  '[DMS-11] an approver looks at the document beside their task (%s)',
  async (language, scheme, show, hide) => {
    const text = `price: ${randomUUID()}`
    const taskNo = await managersTask(text)
    const look = { language, scheme }
    const opened = await openConsole(browser, 'manager', `/tasks/${taskNo}`, look)
    const { page, context, faults } = opened

    await page.getByRole('button', { name: show, exact: true }).click()
    await page.getByText(text).waitFor()
    await expectAccessible(page, 'task with the preview of its document')
    await page.getByRole('button', { name: hide }).click()
    await page.getByText(text).waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await context.close()
  },
)

it('[DMS-11] and opens the document itself, which offers them to read and nothing else', async () => {
  const text = `price: ${randomUUID()}`
  const taskNo = await managersTask(text)
  const { page, context, faults } = await openConsole(browser, 'manager', `/tasks/${taskNo}`)
  await page.getByRole('button', { name: 'Open details' }).click()
  await page.waitForURL(/\/documents\//)
  await page.getByText(text).waitFor()
  expect(await page.getByRole('tab', { name: 'Access' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Download' }).count()).toBe(0)
  await expectAccessible(page, 'document of a task')
  expect(faults).toEqual([])
  await context.close()
})

// @module-tag chromium
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { actOn, findTask } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole } from './support/console.ts'
import { uploadText } from './support/documents.ts'
import { createExpense } from './support/expenses.ts'
import { platform, userNamed } from './support/platform.ts'
import { serviceToken, tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

const since = (page: Page) => page.locator('[part~=since]')
const overflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** An expense that its manager returned, and that comes back with another amount. */
async function comesBack(title: string): Promise<string> {
  const { id, instanceId } = await createExpense({ title, amount: 2400 })
  const early = await findTask('manager', instanceId)
  const comment = 'One night is enough'
  expect((await actOn(early, 'manager', 'return', { comment })).status).toBe(200)
  const { baseUrl } = platform().sampleApp
  const token = await tokenOf('employee')
  const json = { reason: 'travel', amount: 1800 }
  const resubmit = () => call('POST', `/api/expenses/${id}/resubmit`, { baseUrl, token, json })
  // The application learns of the return by an event.
  await expect.poll(async () => (await resubmit()).status, { timeout: 30_000 }).toBe(200)
  return findTask('manager', instanceId)
}

it.each([
  ['en', 'light', 1440, 'Changed since you returned it', 'Amount', '€2,400.00'],
  ['en', 'dark', 320, 'Changed since you returned it', 'Amount', '€2,400.00'],
  ['zh-CN', 'dark', 390, '您退回之后有变更', '金额', '€2,400.00'],
  ['zh-CN', 'light', 768, '您退回之后有变更', '金额', '€2,400.00'],
] as const)(
  '[BPM-14] what comes back says at a glance what is different since one returned it (%s, %s, %d px)',
  async (language, scheme, width, words, label, old) => {
    const taskNo = await comesBack(`Night train ${randomUUID()}`)
    const look = { language, scheme, width }
    const { page, context, faults, messages } = await openConsole(
      browser,
      'manager',
      `/inbox?task=${taskNo}`,
      look,
    )
    await since(page).getByText(words).waitFor()
    expect(await since(page).locator('li').allTextContents()).toEqual([label])
    await page.locator('[part~=key-fields] del', { hasText: old }).waitFor()
    await expectAccessible(page, 'what has come back')
    expect(await overflow(page)).toBe(0)
    // Looked at is not decided: opened again, it says so still.
    await page.reload()
    await since(page).getByText(words).waitFor()

    expect((await actOn(taskNo, 'manager', 'approve', {})).status).toBe(200)
    await page.locator('[part~=since]').waitFor({ state: 'detached' })
    expect([faults, messages]).toEqual([[], []])
    await context.close()
  },
)

it.each([
  ['en', 'light', 1440, 'Changed since you last looked', 'now: €3,100.00'],
  ['zh-CN', 'dark', 390, '您上次查看之后有变更', '现为： €3,100.00'],
] as const)(
  '[BPM-14] and since one only looked at it, while it is open too (%s, %s, %d px)',
  async (language, scheme, width, words, now) => {
    const title = `Ferry ${randomUUID()}`
    const { instanceId } = await createExpense({ title, amount: 2900 })
    const taskNo = await findTask('manager', instanceId)
    const look = { language, scheme, width }
    const opened = await openConsole(browser, 'manager', `/tasks/${taskNo}`, look)
    const { page, context, faults } = opened
    const kept = page.waitForResponse(
      (response) => response.url().endsWith('/last-look') && response.request().method() === 'PUT',
    )
    await page.getByRole('heading', { name: title }).waitFor({ state: 'attached' })
    expect((await kept).status()).toBe(204)
    expect(await since(page).count()).toBe(0)

    const json = { amount: 3100 }
    const scopes = ['bpm.instance.write', `tenant:${userNamed('employee').tenantId}`]
    const path = `/internal/v1/bpm/process-instances/${instanceId}/variables`
    const { status } = await call('PATCH', path, {
      token: await serviceToken('sample', scopes),
      json,
    })
    expect(status).toBe(200)
    await since(page).getByText(words).waitFor()
    await page.locator('[part~=key-fields]', { hasText: now }).waitFor()
    await expectAccessible(page, 'what has changed since one looked')
    expect(faults).toEqual([])
    await context.close()
  },
)

it('[DMS-17] a document that comes back is said to be another version', async () => {
  const token = await tokenOf('employee')
  const first = await uploadText(token, `we pay 10 ${randomUUID()}`)
  const path = `/api/dms/documents/${first.documentId}/approval`
  const json = { versionId: first.versionId, title: 'Contract', requestKey: randomUUID() }
  const { body } = await call('POST', path, { token, json })
  const instanceId = String(body['instanceId'])
  const early = await findTask('manager', instanceId)
  expect((await actOn(early, 'manager', 'return', { comment: 'ten?' })).status).toBe(200)
  const statusOf = async () =>
    (await call('GET', `/api/dms/versions/${first.versionId}`, { token })).body['status']
  await expect.poll(statusOf, { timeout: 30_000 }).toBe('RETURNED')
  const second = await uploadText(token, 'we pay 20', first.documentId)
  const corrected = { versionId: second.versionId }
  expect((await call('POST', `${path}/resubmit`, { token, json: corrected })).status).toBe(200)

  const taskNo = await findTask('manager', instanceId)
  const { page, context, faults } = await openConsole(browser, 'manager', `/tasks/${taskNo}`)
  await since(page).getByText('New version of the document').waitFor()
  await page.locator('[part~=key-fields] del', { hasText: '1' }).waitFor()
  await expectAccessible(page, 'a document that has come back')
  expect(faults).toEqual([])
  await context.close()
})

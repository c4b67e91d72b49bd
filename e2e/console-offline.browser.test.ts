// @module-tag chromium
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { findTask } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { openConsole } from './support/console.ts'
import { createExpense } from './support/expenses.ts'
import { platform } from './support/platform.ts'
import { tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

it('opens without a network and says so, in the language of the person, and comes back by itself', async () => {
  for (const [language, title] of [
    ['en', 'You are offline'],
    ['zh-CN', '您已离线'],
  ] as const) {
    const { page, context, faults } = await openConsole(browser, 'employee', '/inbox', {
      language,
      worker: true,
    })
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await context.setOffline(true)
    await page.goto(`${platform().baseUrl}/console/inbox`)
    await page.getByRole('heading', { name: title }).waitFor()
    expect(await page.evaluate('caches.keys()')).toEqual([])
    await context.setOffline(false)
    await page.locator('main h1').waitFor()
    expect(faults).toEqual([])
    await context.close()
  }
})

it('sends nothing later that was pressed without a connection, and shows first what has changed meanwhile', async () => {
  const { instanceId } = await createExpense({ title: 'Train', amount: 70 })
  const taskNo = await findTask('manager', instanceId)
  const token = await tokenOf('manager')
  const path = `/api/bpm/v1/tasks/${taskNo}`
  const statusOf = async () => (await call('GET', path, { token })).body['status']
  const { page, context } = await openConsole(browser, 'manager', `/tasks/${taskNo}`)
  const form = page.getByRole('form', { name: 'Approve' })
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await form.getByLabel('Comment').fill('On the train')
  const isTold = page.getByText('You are offline')

  await context.setOffline(true)
  await isTold.waitFor()
  await form.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('No answer from the server').waitFor()
  await context.setOffline(false)
  await isTold.waitFor({ state: 'detached' })
  expect(await statusOf()).toBe('OPEN')

  const elsewhere = await call('POST', `${path}/reject`, { token, json: { comment: 'Too late' } })
  expect(elsewhere.status).toBe(200)
  // Where the page has not heard of it yet, pressing again tells; where it has, there is nothing to press.
  const press = () => form.getByRole('button', { name: 'Approve' }).click({ timeout: 2_000 })
  await expect
    .poll(async () => {
      await press().catch(() => undefined)
      return page.getByRole('button', { name: 'Approve' }).count()
    })
    .toBe(0)
  expect(await statusOf()).toBe('REJECTED')
  await context.close()
})

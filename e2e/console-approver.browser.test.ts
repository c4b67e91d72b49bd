// @module-tag chromium
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { actOn, findTask } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { openConsole } from './support/console.ts'
import { createExpense } from './support/expenses.ts'
import { tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

async function statusOf(username: string, taskNo: string): Promise<unknown> {
  const token = await tokenOf(username)
  return (await call('GET', `/api/bpm/v1/tasks/${taskNo}`, { token })).body['status']
}

it('[BPM-22] an approver signs in, finds a task and approves it with the keyboard alone', async () => {
  const title = `Boat <img src=x onerror="document.title='owned'"> ${Date.now()}`
  const { instanceId } = await createExpense({ title, amount: 120 })
  const taskNo = await findTask('manager', instanceId)
  const { page, context, faults } = await openConsole(browser, 'manager', '/')
  const { keyboard } = page

  await page.getByRole('link', { name: title }).waitFor()
  await keyboard.press('/')
  await keyboard.type(taskNo)
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1)
  await keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === taskNo)
  await page.locator('[data-row]:focus').waitFor()
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: title }).waitFor()

  await keyboard.press('a')
  await page.getByRole('dialog').getByLabel('Comment').waitFor()
  await keyboard.type('Worth it')
  await keyboard.press('Control+Enter')
  await page.getByText('1 task approved').waitFor()
  await page.getByText('Nothing matches').waitFor()
  expect(await statusOf('manager', taskNo)).toBe('APPROVED')
  expect(faults).toEqual([])
  expect(await page.title()).toBe('Inbox · Countersign')
  await context.close()
})

it('[BPM-22] many tasks are decided at once, and each that could not be says why', async () => {
  const mark = `batch-${Date.now()}`
  const numbers: string[] = []
  for (const part of ['one', 'two', 'three']) {
    const { instanceId } = await createExpense({ title: `${mark} ${part}`, amount: 30 })
    numbers.push(await findTask('manager', instanceId))
  }
  const { page, context } = await openConsole(browser, 'manager', `/inbox?q=${mark}`)
  await page.getByRole('checkbox', { name: `Choose ${mark} one` }).check()
  await page.getByRole('checkbox', { name: `Choose ${mark} two` }).check()
  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Reject' })
  await dialog.getByText(`${mark} one`).waitFor()
  expect(await send.isDisabled()).toBe(true)
  await dialog.getByLabel('Reason').fill('No budget left')
  // Somebody is faster with one of them.
  expect((await actOn(numbers[0] ?? '', 'manager', 'approve', {})).status).toBe(200)
  await send.click()
  await dialog.getByText('1 task was decided.').waitFor()

  await dialog.getByText('bpm.task_not_open').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  expect(await statusOf('manager', numbers[1] ?? '')).toBe('REJECTED')
  expect(await statusOf('manager', numbers[2] ?? '')).toBe('OPEN')
  await context.close()
})

it('a new task appears in the inbox by itself', async () => {
  const mark = `live-${Date.now()}`
  const { page, context } = await openConsole(browser, 'manager', `/inbox?q=${mark}`)
  await page.getByText('Nothing matches').waitFor()
  await createExpense({ title: mark, amount: 10 })
  await page.getByRole('link', { name: mark }).waitFor()
  await context.close()
})

it('a page that is loaded again comes back without a password, to where it was', async () => {
  const { page, context } = await openConsole(browser, 'manager', '/inbox?box=done')
  await page.reload()
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  expect(new URL(page.url()).search).toBe('?box=done')
  const kept = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  )
  // No token, and nothing of a sign-in that is over.
  expect(kept).not.toMatch(/eyJ|refresh|access_token|signin/)
  await context.close()
})

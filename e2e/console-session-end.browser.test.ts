// @module-tag chromium
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { findTask } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole, signInByKeyboard } from './support/console.ts'
import { createExpense } from './support/expenses.ts'
import { userNamed } from './support/platform.ts'
import { forgetTokens, tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

const form = (page: Page) => page.getByRole('form', { name: 'Approve' })
const comment = 'Written before the session ended'

/** A manager who has written what they say to a decision when all their sessions are ended. */
async function decideTooLate(title: string) {
  const { instanceId } = await createExpense({ title, amount: 120 })
  const taskNo = await findTask('manager', instanceId)
  const opened = await openConsole(browser, 'manager', `/tasks/${taskNo}`)
  const { page } = opened
  // The frame signs in on its way, too.
  await page.frameLocator('iframe').getByRole('heading', { name: title }).waitFor()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await form(page).getByLabel('Comment').fill(comment)
  const token = await tokenOf('manager')
  expect((await call('DELETE', '/api/iam/v1/me/sessions', { token })).status).toBe(204)
  // Those that this story holds ended with it.
  forgetTokens()
  // The page's own would be refused within seconds. That is what it is told now.
  await page.route(`**/tasks/${taskNo}/approve`, (route) =>
    route.fulfill({ status: 401, json: {} }),
  )
  await form(page).getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  await page.unroute(`**/tasks/${taskNo}/approve`)
  return { ...opened, taskNo }
}

async function signInBeside(context: BrowserContext, page: Page, username: string): Promise<void> {
  const opened = context.waitForEvent('page')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
  await signInByKeyboard(await opened, username, userNamed(username).password)
}

it('who signs in again in a window beside finds what they had written, and goes on', async () => {
  const { page, context, faults, taskNo } = await decideTooLate('Awnings')
  await expectAccessible(page, 'the session has ended')
  await signInBeside(context, page, 'manager')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await form(page).getByLabel('Comment').inputValue()).toBe(comment)
  await form(page).getByRole('button', { name: 'Approve' }).click()
  await expect
    .poll(async () => {
      const token = await tokenOf('manager')
      const { body } = await call('GET', `/api/bpm/v1/tasks/${taskNo}`, { token })
      return [body['status'], body['comment']]
    })
    .toEqual(['APPROVED', comment])
  expect(faults).toEqual([])
  await context.close()
})

it('somebody else who signs in there sees nothing of it', async () => {
  const { page, context } = await decideTooLate('Shutters')
  await signInBeside(context, page, 'employee')
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  await page.getByRole('button', { name: 'Account menu of Employee' }).waitFor()
  expect(await page.getByText(comment).count()).toBe(0)
  await context.close()
})

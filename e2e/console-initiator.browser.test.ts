// @module-tag chromium
import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { actOn, findTask } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { openConsole } from './support/console.ts'
import { createExpense } from './support/expenses.ts'
import { userNamed } from './support/platform.ts'
import { serviceToken, tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

it('an approval is started from a form that shows who will decide, and withdrawn', async () => {
  const title = `Chairs ${Date.now()}`
  const { page, context, faults } = await openConsole(browser, 'employee', '/start')
  await page.getByRole('link', { name: 'Expense' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Number' }).fill(randomUUID())
  await page.getByRole('textbox', { name: 'Amount' }).fill('2400')
  await page.getByRole('textbox', { name: 'Reason' }).fill('the old ones are broken')
  const path = page.getByRole('region', { name: 'Who will decide' })
  await path.getByText('Finance One, Finance Two').waitFor()
  await page.getByRole('button', { name: 'Start the approval' }).click()

  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.locator('main').getByText('Withdrawn').first().waitFor()
  await page.goBack()
  expect(faults).toEqual([])
  await context.close()
})

it('[BPM-15] [BPM-16] a returned approval is resubmitted by its initiator once the application has changed it', async () => {
  const title = `Dinner ${Date.now()}`
  const { instanceId } = await createExpense({ title, amount: 90 })
  const taskNo = await findTask('manager', instanceId)
  const back = { comment: 'Who was there?', returnTo: 'initiator' }
  expect((await actOn(taskNo, 'manager', 'return', back)).status).toBe(200)

  const { page, context } = await openConsole(browser, 'employee', '/started?status=RETURNED')
  await page.getByRole('link', { name: title }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Returned to you' })
  await page.getByText('Who was there?').waitFor()
  await notice.getByRole('button', { name: 'Resubmit' }).click()
  await page.getByText('It has not been changed in its application').waitFor()

  const scopes = ['bpm.instance.write', `tenant:${userNamed('employee').tenantId}`]
  const changed = await call(
    'PATCH',
    `/internal/v1/bpm/process-instances/${instanceId}/variables`,
    {
      token: await serviceToken('sample', scopes),
      json: { reason: 'dinner with four guests' },
    },
  )
  expect(changed.status).toBe(200)
  await notice.getByRole('button', { name: 'Resubmit' }).click()
  await page.getByText('On its way again').waitFor()
  await notice.waitFor({ state: 'detached' })
  const { body } = await call('GET', `/api/bpm/v1/process-instances/${instanceId}`, {
    token: await tokenOf('employee'),
  })
  expect(body).toMatchObject({ status: 'RUNNING', round: 2 })
  await context.close()
})

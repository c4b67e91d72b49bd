// @module-tag chromium
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { findTask, startBody } from './support/approvals.ts'
import { accessibilityFaults } from './support/axe.ts'
import { registerBizType } from './support/biz-types.ts'
import { startChromium } from './support/chromium.ts'
import { openConsole } from './support/console.ts'
import { tokenOf } from './support/sign-in.ts'

const code = `lease-${randomUUID().slice(0, 8)}`
const typeName = `Lease ${code.slice(-8)}`

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
  await registerBizType({
    code,
    name: typeName,
    variables: [
      { name: 'amount', type: 'number', label: 'Amount', required: true },
      { name: 'reason', type: 'string', label: 'Reason' },
    ],
    detailPath: '/leases/{bizId}',
  })
})
afterAll(async () => {
  await browser?.close()
})

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).filter({ visible: true }).click()
}

it('a step gets its due time, its reminders, what may be changed and what nobody may do, and is run so', async () => {
  const { page, context, faults } = await openConsole(browser, 'admin', '/processes')
  await page.getByRole('button', { name: 'New process' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Lease approval')
  await dialog.getByLabel('Key').fill(code)
  await dialog.getByRole('combobox', { name: 'Business type' }).click()
  await page.getByRole('option', { name: typeName }).click()
  await dialog.getByRole('button', { name: 'Make the draft' }).click()
  await page.getByRole('heading', { level: 1, name: 'Lease approval' }).waitFor()

  const approval = page.getByRole('button', { name: /^Approval/ }).first()
  await approval.click()
  await choose(page, 'Due', 'After a time')
  await page.getByRole('textbox', { name: 'Due: How long' }).fill('2')
  await choose(page, 'Reminder', 'After a time')
  await choose(page, 'Reminder: Unit', 'hours')
  await choose(page, 'Decided by itself', 'After a time')
  await choose(page, 'Reason', 'may be changed')
  const forbidden = page.getByRole('combobox', { name: 'What nobody may do here' })
  await forbidden.click()
  await page.getByRole('option', { name: 'hand over' }).click()
  await page.keyboard.press('Escape')
  await page.getByText('Nothing speaks against publishing it.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.locator('header').getByText('Published', { exact: true }).waitFor()

  const { status, body } = await call('POST', '/api/bpm/v1/process-instances', {
    token: await tokenOf('employee'),
    json: startBody(code, { amount: 10 }),
  })
  expect(status, JSON.stringify(body)).toBe(201)
  const taskNo = await findTask('manager', String(body['id']))
  const task = await call('GET', `/api/bpm/v1/tasks/${taskNo}`, { token: await tokenOf('manager') })
  expect(typeof task.body['dueAt']).toBe('string')
  expect(task.body['fields']).toContainEqual(
    expect.objectContaining({ name: 'reason', access: 'write' }),
  )
  expect(task.body['allowedActions']).not.toContain('transfer')
  expect(faults).toEqual([])
  await context.close()
})

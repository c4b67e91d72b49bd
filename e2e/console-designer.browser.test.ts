// @module-tag chromium
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { actOn, findTask, startBody } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { openConsole } from './support/console.ts'
import { platform } from './support/platform.ts'
import { tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

const attack = '<img src=x onerror="document.title=\'owned\'">'

async function makeDraft(page: Page, name: string, form: 'Steps' | 'BPMN'): Promise<string> {
  const key = `drawn-${Date.now().toString(36)}`
  await page.getByRole('button', { name: 'New process' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Key').fill(key)
  await dialog.getByRole('combobox', { name: 'Business type' }).click()
  await page.getByRole('option', { name: 'Expense' }).click()
  await dialog.getByText(form, { exact: true }).click()
  await dialog.getByRole('button', { name: 'Make the draft' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  return key
}

async function publish(page: Page): Promise<string> {
  await page.getByText('Nothing speaks against publishing it.').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.locator('header').getByText('Published', { exact: true }).waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** What is published here would make other starts ambiguous. */
async function retire(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Retire' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
  await page.locator('header').getByText('Retired', { exact: true }).waitFor()
}

async function start(definitionId: string, amount: number) {
  const { status, body } = await call('POST', '/api/bpm/v1/process-instances', {
    token: await tokenOf('employee'),
    json: { ...startBody(platform().sampleApp.bizType, { amount }), definitionId },
  })
  expect([status, body]).toMatchObject([201, { status: 'RUNNING' }])
  return String(body['id'])
}

it('a process is drawn on an empty canvas, corrected, published, and runs', async () => {
  const { page, context, faults } = await openConsole(browser, 'admin', '/processes')
  await makeDraft(page, `Drawn ${attack}`, 'BPMN')
  // Nobody is asked yet: said while it is drawn, and it cannot be published.
  await page.getByText(/\d problems?/).waitFor()
  expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)

  await page.locator('[data-element-id=task1]').click()
  const properties = page.getByRole('complementary', { name: 'Properties' })
  await properties.getByLabel('Name').fill(`Signature ${attack}`)
  await properties.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('menuitem', { name: 'Manager' }).click()
  const definitionId = await publish(page)
  await page.locator('[data-element-id=task1]').getByText('Signature').first().waitFor()

  const instanceId = await start(definitionId, 10)
  const taskNo = await findTask('manager', instanceId)
  expect((await actOn(taskNo, 'manager', 'approve', {})).status).toBe(200)
  await retire(page)
  expect(await page.title()).toBe(`Drawn ${attack} · Countersign`)
  expect(faults).toEqual([])
  await context.close()
})

it('steps are added and branched without knowing BPMN, and decide who is asked', async () => {
  const { page, context, faults } = await openConsole(browser, 'admin', '/processes')
  await makeDraft(page, `Stepwise ${randomUUID().slice(0, 4)}`, 'Steps')
  const properties = page.getByRole('complementary', { name: 'Properties' })
  await page.getByRole('button', { name: 'Add', exact: true }).last().click()
  await page.getByRole('menuitem', { name: 'Branches' }).click()
  await properties.getByRole('textbox', { name: 'Condition' }).fill('amountt > 500.0')
  // A name that the business type does not have is found while it is typed.
  await page.getByText(/\d problems?/).waitFor()
  await properties.getByRole('textbox', { name: 'Condition' }).fill('amount > 500.0')

  const large = page.locator('[class*="_branch_"]').first()
  await large.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Approval' }).click()
  await properties.getByLabel('Name').fill('Finance')
  await properties.getByRole('button', { name: /Remove Manager/ }).click()
  await properties.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('menuitem', { name: 'Role' }).click()
  await properties.getByRole('combobox', { name: 'Role' }).fill('finance')
  await page.getByRole('option', { name: /^finance/i }).click()
  const definitionId = await publish(page)

  const instanceId = await start(definitionId, 900)
  expect(
    (await actOn(await findTask('manager', instanceId), 'manager', 'approve', {})).status,
  ).toBe(200)
  const taskNo = await findTask('finance1', instanceId)
  expect((await actOn(taskNo, 'finance1', 'approve', {})).status).toBe(200)
  await retire(page)
  expect(faults).toEqual([])
  await context.close()
})

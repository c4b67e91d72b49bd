// @module-tag chromium
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { actOn, findTask, startBody } from './support/approvals.ts'
import { accessibilityFaults } from './support/axe.ts'
import { registerBizType } from './support/biz-types.ts'
import { startChromium } from './support/chromium.ts'
import { openConsole } from './support/console.ts'
import { tokenOf } from './support/sign-in.ts'

const code = `purchase-${randomUUID().slice(0, 8)}`
const typeName = `Purchase ${code.slice(-8)}`

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
  await registerBizType({
    code,
    name: typeName,
    variables: [
      { name: 'amount', type: 'number', label: 'Amount', required: true },
      { name: 'department', type: 'string', label: 'Department' },
      { name: 'reason', type: 'string', label: 'Reason' },
    ],
    detailPath: '/purchases/{bizId}',
  })
})
afterAll(async () => {
  await browser?.close()
})

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).filter({ visible: true }).click()
}

async function make(page: Page, button: string, name: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Key').fill(`${code}-${randomUUID().slice(0, 4)}`)
  await dialog.getByRole('combobox', { name: 'Business type' }).click()
  await page.getByRole('option', { name: typeName }).click()
  await dialog.getByRole('button', { name: 'Make the draft' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Says of a row from which amount on it holds, and whom it asks. */
async function writeRow(page: Page, number: number, operator: string, amount: string) {
  await choose(page, `Row ${number}, Amount: How Amount is compared`, operator)
  await page.getByRole('textbox', { name: `Row ${number}, Amount`, exact: true }).fill(amount)
}
async function addPerson(page: Page, number: number, kind: string): Promise<void> {
  await page.getByRole('button', { name: `Row ${number}, Who is asked: Add people` }).click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.locator('header').getByText('Published', { exact: true }).waitFor()
}

it('a purchase is approved by a matrix: a wrong row is found, and it is tried, published and run', async () => {
  const { page, context, faults } = await openConsole(browser, 'admin', '/decision-tables')
  await make(page, 'New decision table', 'Purchase matrix')
  await writeRow(page, 1, 'less than', '5000')
  await addPerson(page, 1, 'Manager')
  await page.getByRole('button', { name: 'Add a row' }).click()
  await writeRow(page, 2, 'at least', '3000')
  await addPerson(page, 2, 'Manager')
  await addPerson(page, 2, 'Role')
  const role = page
    .getByRole('group', { name: 'Row 2, Who is asked' })
    .getByRole('combobox', { name: 'Role' })
  await role.fill('finance')
  await page.getByRole('option', { name: /^finance/i }).click()
  await page.getByRole('textbox', { name: 'Row 2, How many approve' }).fill('2')
  await choose(page, 'Row 2, In what order', 'One after the other')

  // The second row begins too early: told at the row, with the place, and it cannot be published.
  const rows = page.getByRole('region', { name: 'Rows' })
  await rows
    .getByText(/Rows 1, 2 fit at once, where Amount: 3,000 or more and less than 5,000/)
    .waitFor()
  expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Row 2, Amount', exact: true }).fill('6000')
  await page
    .getByRole('region', { name: 'Check' })
    .getByText(/No row fits where Amount: 5,000/)
    .waitFor()
  await page.getByRole('textbox', { name: 'Row 2, Amount', exact: true }).fill('5000')
  await page.getByText('Nothing is wrong with this table.').waitFor()

  await page.getByRole('button', { name: 'Add an example' }).click()
  await page.getByRole('textbox', { name: 'Example 1, Amount', exact: true }).fill('8000')
  const examples = page.getByRole('region', { name: 'Examples' })
  await examples.getByText(/Something else: Manager, Role .*, 2, One after the other/).waitFor()
  await page.getByRole('button', { name: 'Example 1, Expect what it gives' }).click()
  await examples.getByText('As expected').waitFor()
  await publish(page)

  await page.getByRole('link', { name: 'Processes' }).click()
  await make(page, 'New process', 'Purchase approval')
  const properties = page.getByRole('complementary', { name: 'Properties' })
  await page
    .getByRole('button', { name: /^Approval/ })
    .first()
    .click()
  await properties.getByRole('button', { name: /Remove Manager/ }).click()
  await properties.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('menuitem', { name: 'Decision table' }).click()
  await choose(page, 'Decision table', 'Purchase matrix')
  await page.getByText('Nothing speaks against publishing it.').waitFor()

  await page.getByRole('button', { name: 'Dry run' }).click()
  const panel = page.getByRole('complementary', { name: 'Dry run' })
  await panel.getByRole('combobox', { name: /Started by/ }).fill('employee')
  await page.getByRole('option', { name: /^Employee/i }).click()
  await panel.getByRole('textbox', { name: 'Amount' }).fill('8000')
  await panel.getByRole('button', { name: 'Show the path' }).click()
  await panel
    .getByText(/finance/i)
    .first()
    .waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()
  await publish(page)
  const definitionId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  const { status, body } = await call('POST', '/api/bpm/v1/process-instances', {
    token: await tokenOf('employee'),
    json: { ...startBody(code, { amount: 8000 }), definitionId },
  })
  expect([status, body]).toMatchObject([201, { status: 'RUNNING' }])
  const instanceId = String(body['id'])
  for (const username of ['manager', 'finance1']) {
    const taskNo = await findTask(username, instanceId)
    expect((await actOn(taskNo, username, 'approve', {})).status).toBe(200)
  }
  const path = `/api/bpm/v1/process-instances/${instanceId}`
  const ended = await call('GET', path, { token: await tokenOf('employee') })
  expect(ended.body['status']).toBe('APPROVED')
  expect(faults).toEqual([])
  await context.close()
})

it('a spreadsheet is read in Chinese on a phone, and told cell by cell where it is no table', async () => {
  const { page, context, faults } = await openConsole(browser, 'admin', '/decision-tables', {
    language: 'zh-CN',
    scheme: 'dark',
    width: 320,
  })
  await page.getByRole('button', { name: '新建审批矩阵' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill('采购')
  await dialog.getByLabel('标识').fill(`${code}-csv`)
  await dialog.getByRole('combobox', { name: '业务类型' }).click()
  await page.getByRole('option', { name: typeName }).click()
  await dialog.getByRole('button', { name: '创建草稿' }).click()
  await page.getByRole('heading', { level: 1, name: '采购' }).waitFor()
  const read = (text: string) =>
    page.locator('input[type=file]').setInputFiles({
      name: 'matrix.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })
  await read('amount,who: people\nmuch,boss\n')
  const told = page.getByRole('dialog', { name: '无法读取该文件：' })
  await told.getByText(/^第 2 行第 1 列/).waitFor()
  await page.keyboard.press('Escape')
  await read('amount,who: people\n< 1000,managerLine 1\n>= 1000,role finance\n')
  await page.getByText('该矩阵没有问题。').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('审批矩阵已保存。').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

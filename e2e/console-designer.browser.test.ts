// @module-tag chromium
import { randomUUID } from 'node:crypto'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { actOn, findTask, startBody } from './support/approvals.ts'
import { accessibilityFaults } from './support/axe.ts'
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
  // A branch is unfinished until it has a condition, and says so by the name that stands on it.
  await page.getByRole('button', { name: 'Branch 1 has no condition yet.' }).waitFor()
  expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
  await properties.getByRole('button', { name: 'As an expression' }).click()
  await properties.getByRole('textbox', { name: 'Expression' }).fill('amountt > 500.0')
  // A name that the business type does not have is found while it is typed.
  await page.getByRole('button', { name: /^Branch 1: this speaks of a value/ }).waitFor()
  await properties.getByRole('textbox', { name: 'Expression' }).fill('true')
  await page.getByRole('button', { name: /^Branch 1 is always taken/ }).waitFor()
  await properties.getByRole('textbox', { name: 'Expression' }).fill('amount > 400.0')
  await properties.getByRole('button', { name: 'As a form' }).click()
  await properties.getByRole('textbox', { name: 'Value' }).fill('500')
  await page.getByText('Amount is above 500', { exact: true }).waitFor()

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

/** Chooses an option of a field as somebody without a mouse does. */
async function chooseByKeyboard(field: Locator, option: string): Promise<void> {
  await field.focus()
  await field.press('ArrowDown')
  const list = field.page().getByRole('listbox')
  await list.waitFor()
  const wanted = list.getByRole('option', { name: option, exact: true })
  const offered = await list.getByRole('option').count()
  for (let moves = 0; moves <= offered; moves += 1) {
    if ((await wanted.getAttribute('data-combobox-selected')) !== null) break
    await field.press('ArrowDown')
  }
  await field.press('Enter')
  await expect.poll(() => field.inputValue(), { timeout: 60_000 }).toBe(option)
}

it('a process begins with a template, in Chinese and with the keyboard alone', async () => {
  const { page, context, faults } = await openConsole(browser, 'admin', '/processes', {
    language: 'zh-CN',
    width: 390,
  })
  await page.getByRole('button', { name: '新建流程' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await chooseByKeyboard(dialog.getByRole('combobox', { name: '起始内容' }), '报销')
  // The name is the template's; without Latin letters the key is a plain one that is free.
  const name = dialog.getByRole('textbox', { name: '名称' })
  expect(await name.inputValue()).toBe('报销')
  const key = await dialog.getByRole('textbox', { name: '标识' }).inputValue()
  expect(key).toMatch(/^process-\d+$/)
  await chooseByKeyboard(dialog.getByRole('combobox', { name: '业务类型' }), '费用报销')
  await name.press('Enter')

  // What the template speaks of was found here: it could be published as it is.
  await page.getByText('金额 大于 1,000', { exact: true }).waitFor()
  await page.getByText('没有问题，可以发布。').waitFor()
  await page.getByRole('button', { name: '金额', exact: true }).press('Enter')
  const value = page.getByRole('textbox', { name: '值' })
  await value.focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('800')
  await page.getByText('金额 大于 800', { exact: true }).waitFor()
  await page.getByRole('button', { name: '移除条件 1' }).press('Enter')
  await page.getByRole('button', { name: '分支 1“超过限额”尚无条件。' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

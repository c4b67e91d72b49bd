// @module-tag chromium
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { actOn, findTask, startBody } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole, type Look } from './support/console.ts'
import { platform, userNamed } from './support/platform.ts'
import { tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

const definitions = '/api/bpm/v1/definitions'
const finance =
  '<approval:candidates><approval:candidate kind="role" ref="finance"/></approval:candidates>'
const payment = (key: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:approval="urn:countersign:bpmn:1" targetNamespace="urn:test">
  <process id="${key}" isExecutable="true">
    <startEvent id="start"/>
    <userTask id="enter" name="Enter"><extensionElements>${finance}</extensionElements></userTask>
    <userTask id="release" name="Release"><extensionElements>${finance}</extensionElements></userTask>
    <endEvent id="end"/>
    <sequenceFlow id="f1" sourceRef="start" targetRef="enter"/>
    <sequenceFlow id="f2" sourceRef="enter" targetRef="release"/>
    <sequenceFlow id="f3" sourceRef="release" targetRef="end"/>
  </process>
</definitions>`

/** A draft of two steps of the same people, open in the designer. */
async function openDraft(look: Look = {}) {
  const key = `apart-${Date.now().toString(36)}`
  const { bizType } = platform().sampleApp
  const token = await tokenOf('admin')
  const json = { bizType, key, name: 'Payment', bpmnXml: payment(key) }
  const made = await call('POST', definitions, { token, json })
  expect(made.status).toBe(201)
  const id = String(made.body['id'])
  const opened = await openConsole(browser, 'admin', `/processes/${id}`, look)
  await opened.page.locator('[data-element-id=enter]').waitFor()
  const xml = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${platform().baseUrl}${definitions}/${id}/xml`, { headers })).text()
  }
  return { ...opened, id, bizType, xml }
}

const properties = (page: Page) => page.getByRole('complementary', { name: 'Properties' })

async function save(page: Page): Promise<void> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PUT'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ])
  expect(answer.status()).toBe(200)
  // The drawing stays as it is, with what can be undone; there is nothing left to save.
  const button = page.getByRole('button', { name: 'Save', exact: true })
  await expect.poll(() => button.isDisabled()).toBe(true)
}

/** Chooses both steps without a mouse. */
async function keepApart(page: Page): Promise<void> {
  await properties(page).getByRole('button', { name: 'Keep steps apart' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await properties(page).getByText('Choose two steps or more.').waitFor()
  await page.getByText('1 problem', { exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByText('Nothing speaks against publishing it.').waitFor()
}

it('steps are kept apart in the designer, and nobody decides at both', async () => {
  const { page, context, faults, id, bizType } = await openDraft()
  await keepApart(page)
  await expectAccessible(page, 'steps kept apart')
  await save(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.locator('header').getByText('Published', { exact: true }).waitFor()

  const started = await call('POST', '/api/bpm/v1/process-instances', {
    token: await tokenOf('employee'),
    json: { ...startBody(bizType, { amount: 10 }), definitionId: id },
  })
  expect(started.status).toBe(201)
  const instanceId = String(started.body['id'])
  const enter = await findTask('finance1', instanceId)
  expect((await actOn(enter, 'finance1', 'approve', {})).status).toBe(200)
  const release = await findTask('finance2', instanceId)
  expect((await actOn(release, 'finance1', 'approve', {})).status).toBeGreaterThanOrEqual(400)
  // Not by way of a colleague either.
  expect(
    await actOn(release, 'finance2', 'transfer', { to: userNamed('finance1').id }),
  ).toMatchObject({
    status: 422,
    body: { code: 'bpm.separation_of_duties', rule: 'separation' },
  })
  expect((await actOn(release, 'finance2', 'approve', {})).status).toBe(200)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Retire' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
  await page.locator('header').getByText('Retired', { exact: true }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('what is kept apart is undone and done again with the drawing, and leaves no trace', async () => {
  const { page, context, faults, xml } = await openDraft()
  const first = properties(page).getByRole('textbox', { name: 'Steps kept apart (1)' })
  const nodes = properties(page).locator('input[type=hidden]')
  // The first time that it is saved, the drawing comes into it.
  await page.locator('[data-element-id=enter]').click()
  await properties(page).getByLabel('Name').fill('Enter it')
  await save(page)
  const before = await xml()
  await page.getByRole('tab', { name: 'Whole process' }).click()

  await keepApart(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await properties(page).getByText('Choose two steps or more.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => first.count()).toBe(0)
  await page.getByRole('button', { name: 'Redo' }).click()
  await page.getByRole('button', { name: 'Redo' }).click()
  // Saved at once, what was done a moment ago is in it.
  await save(page)
  await expect.poll(() => nodes.inputValue()).toBe('enter,release')
  const opening = ' isExecutable="true">\n'
  const said = `    <extensionElements>
      <approval:separation nodes="enter release" />
    </extensionElements>\n`
  expect(await xml()).toBe(before.replace(opening, opening + said))

  await properties(page)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect.poll(() => first.count()).toBe(0)
  await page.getByText('Nothing speaks against publishing it.').waitFor()
  await save(page)
  expect(await xml()).toBe(before)

  // Where nobody decides any more nothing is kept apart; with the step, it comes back.
  await keepApart(page)
  await page.locator('[data-element-id=release]').click()
  await page.getByRole('tab', { name: 'What is chosen', selected: true }).waitFor()
  await page.keyboard.press('Delete')
  await page.getByRole('tab', { name: 'Whole process', selected: true }).waitFor()
  await expect.poll(() => first.count()).toBe(0)
  await page.keyboard.press('Control+z')
  await page.locator('[data-element-id=release]').waitFor()
  await page.getByRole('tab', { name: 'Whole process' }).click()
  await expect.poll(() => nodes.inputValue()).toBe('enter,release')
  expect(faults).toEqual([])
  await context.close()
})

const looks: readonly Required<Look>[] = [
  { language: 'en', scheme: 'light', width: 1280 },
  { language: 'zh-CN', scheme: 'dark', width: 390 },
]

it.each(looks)('axe finds nothing in the designer in $language, $width wide', async (look) => {
  const { page, context, faults } = await openDraft(look)
  await page.locator('fieldset button').last().click()
  await expectAccessible(page, 'the whole process')
  await page.keyboard.press('Escape')
  await page.locator('[data-element-id=enter]').click()
  await page.getByRole('tab', { selected: true }).first().waitFor()
  await expectAccessible(page, 'a step')
  const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate(wider)).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

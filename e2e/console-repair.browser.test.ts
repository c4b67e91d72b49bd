// @module-tag chromium
import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
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

const model = (content: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!-- kept as it is -->
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"
  targetNamespace="http://elsewhere.example">${content}</definitions>`

async function saveDraft(bpmnXml: string): Promise<string> {
  const { status, body } = await call('POST', '/api/bpm/v1/definitions', {
    token: await tokenOf('admin'),
    json: {
      key: `elsewhere-${randomUUID().slice(0, 8)}`,
      name: 'From elsewhere',
      bizType: platform().sampleApp.bizType,
      bpmnXml,
    },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return String(body['id'])
}

it('a model from elsewhere is repaired by clicks until nothing speaks against publishing it', async () => {
  const id = await saveDraft(
    model(`<process id="imported"><userTask id="ask" name="Ask" camunda:assignee="\${initiator}"/>
      <startEvent id="begin"/><sequenceFlow id="f" sourceRef="begin" targetRef="ask"/></process>`),
  )
  const { page, context, faults } = await openConsole(browser, 'admin', `/processes/${id}`)
  const problems = page.getByRole('region', { name: 'Check' })
  await problems.getByText(/\d problems/).waitFor()
  expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
  expect(await accessibilityFaults(page)).toEqual([])

  await problems
    .getByRole('button', { name: /^Repair: Let “.*” be the process that is run/ })
    .click()
  await problems.getByText(/be the process that is run/).waitFor({ state: 'detached' })
  await problems.getByRole('button', { name: /^Repair all/ }).click()
  await page.getByText('Nothing speaks against publishing it.').waitFor()

  // It is not saved yet, which is said before it is left.
  const back = page.getByRole('link', { name: '← Processes' })
  await back.click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await leaving.waitFor({ state: 'detached' })
  await back.click()
  await leaving.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { level: 1, name: 'Processes' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('a document with nothing to draw says so, in Chinese and on a phone, and gets a process by a click', async () => {
  const id = await saveDraft(model(''))
  const { page, context, faults } = await openConsole(browser, 'admin', `/processes/${id}`, {
    language: 'zh-CN',
    width: 390,
  })
  const button = page.getByRole('button', { name: /^全部修复/ }).first()
  await button.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await button.click()
  await page.locator('[data-element-id] .djs-visual').first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})

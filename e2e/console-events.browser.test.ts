// @module-tag chromium
import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
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

const step = (id: string, candidate: string) => `<userTask id="${id}" name="${id}">
  <extensionElements><a:candidates><a:candidate ${candidate}/></a:candidates></extensionElements></userTask>`

/** Finance is asked once the manager's approval was told; by which signal is still to be said. */
const unnamed = (key: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:a="urn:countersign:bpmn:1" targetNamespace="urn:test">
  <process id="${key}" isExecutable="true">
    <startEvent id="start"/><parallelGateway id="both"/>
    ${step('manager', 'kind="managerLine"')}
    <intermediateThrowEvent id="tell" name="Tell"><signalEventDefinition/></intermediateThrowEvent>
    <endEvent id="told"/>
    <intermediateCatchEvent id="hear" name="Hear"><signalEventDefinition/></intermediateCatchEvent>
    ${step('finance', 'kind="user" ref="finance1"')}
    <endEvent id="end"/>
    <sequenceFlow id="f1" sourceRef="start" targetRef="both"/>
    <sequenceFlow id="f2" sourceRef="both" targetRef="manager"/>
    <sequenceFlow id="f3" sourceRef="manager" targetRef="tell"/>
    <sequenceFlow id="f4" sourceRef="tell" targetRef="told"/>
    <sequenceFlow id="f5" sourceRef="both" targetRef="hear"/>
    <sequenceFlow id="f6" sourceRef="hear" targetRef="finance"/>
    <sequenceFlow id="f7" sourceRef="finance" targetRef="end"/>
  </process>
</definitions>`

async function post(path: string, user: 'admin' | 'employee', json: object) {
  return call('POST', `/api/bpm/v1/${path}`, { token: await tokenOf(user), json })
}

it('a signal is named where it is told and where it is heard, and leads to the next person', async () => {
  const { bizType } = platform().sampleApp
  const key = `events-${randomUUID().slice(0, 8)}`
  const draft = { key, name: 'Events', bizType, bpmnXml: unnamed(key) }
  const created = await post('definitions', 'admin', draft)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  const definitionId = String(created.body['id'])

  const { page, context, faults } = await openConsole(
    browser,
    'admin',
    `/processes/${definitionId}`,
  )
  const properties = page.getByRole('complementary', { name: 'Properties' })
  const name = properties.getByRole('textbox', { name: 'Name of the signal' })
  await page.getByText('“Tell” has no signal yet: give it a name.').waitFor()
  await page.getByText('“Hear” has no signal yet: give it a name.').waitFor()
  for (const id of ['tell', 'hear']) {
    await page.locator(`[data-element-id=${id}]`).click()
    await properties.getByText(`· ${id}`).waitFor()
    await name.fill('budget.checked')
    await name.blur()
  }
  await page.getByText('Nothing speaks against publishing it.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.locator('header').getByText('Published', { exact: true }).waitFor()

  const started = { ...startBody(bizType, { amount: 10 }), definitionId }
  const { body } = await post('process-instances', 'employee', started)
  const instanceId = String(body['id'])
  const first = await actOn(await findTask('manager', instanceId), 'manager', 'approve', {})
  expect(first.status).toBe(200)
  const second = await actOn(await findTask('finance1', instanceId), 'finance1', 'approve', {})
  expect(second.status).toBe(200)
  await post(`definitions/${definitionId}/retire`, 'admin', {})
  expect(faults).toEqual([])
  await context.close()
})

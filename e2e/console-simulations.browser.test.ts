// @module-tag chromium
import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { actOn, findTask, startBody } from './support/approvals.ts'
import { accessibilityFaults } from './support/axe.ts'
import { startChromium } from './support/chromium.ts'
import { openConsole } from './support/console.ts'
import { platform, userNamed } from './support/platform.ts'
import { serviceToken, tokenOf } from './support/sign-in.ts'

const code = `trip-${randomUUID().slice(0, 8)}`
const definitions = '/api/bpm/v1/definitions'

/** Steps in a row; each asks those of a candidate rule. */
function inARow(steps: Readonly<Record<string, string>>): string {
  const ids = ['start', ...Object.keys(steps), 'end']
  const tasks = Object.entries(steps).map(
    ([id, candidate]) =>
      `<userTask id="${id}" name="${id}"><extensionElements><approval:candidates>
        <approval:candidate ${candidate}/></approval:candidates></extensionElements></userTask>`,
  )
  const flows = ids
    .slice(1)
    .map((id, at) => `<sequenceFlow id="f${at}" sourceRef="${ids[at]}" targetRef="${id}"/>`)
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
    xmlns:approval="urn:countersign:bpmn:1" targetNamespace="http://test">
    <process id="${code}" name="Trip" isExecutable="true"><startEvent id="start"/>
    ${tasks.join('')}<endEvent id="end"/>${flows.join('')}</process></definitions>`
}

const manager = 'kind="managerLine" from="1" to="1"'
const finance = 'kind="user" ref="finance1"'

async function draft(bpmnXml: string): Promise<string> {
  const { status, body } = await call('POST', definitions, {
    token: await tokenOf('admin'),
    json: { bizType: code, key: code, name: 'Trip', bpmnXml },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return String(body['id'])
}

/** One approved by the manager and finance, one rejected by finance. */
async function makePast(definitionId: string): Promise<void> {
  for (const last of ['approve', 'reject']) {
    const { body } = await call('POST', '/api/bpm/v1/process-instances', {
      token: await tokenOf('employee'),
      json: { ...startBody(code, { amount: 10 }), title: `Trip to ${last}`, definitionId },
    })
    const instanceId = String(body['id'])
    for (const [who, action] of [
      ['manager', 'approve'],
      ['finance1', last],
    ] as const) {
      const done = await actOn(await findTask(who, instanceId), who, action, {
        comment: 'So be it',
      })
      expect(done.status, JSON.stringify(done.body)).toBe(200)
    }
  }
}

let made: Promise<void> | undefined
/** Once, by whichever story comes first. */
const pastMade = () => (made ??= makePast(first))

let browser: Browser
let first: string
let shorter: string
let longer: string
beforeAll(async () => {
  browser = await startChromium()
  const scopes = ['bpm.biztype.register', `tenant:${userNamed('admin').tenantId}`]
  const registered = await call('POST', '/internal/v1/bpm/biz-types', {
    token: await serviceToken('sample', scopes),
    json: {
      code,
      version: '1',
      name: `Trip ${code.slice(-8)}`,
      variables: [
        { name: 'amount', type: 'number', label: 'Amount', required: true },
        { name: 'reason', type: 'string', label: 'Reason' },
      ],
      detailPath: '/trips/{bizId}',
      callback: { origin: platform().sampleApp.callbackOrigin, path: '/internal/bpm-events' },
      initiatePermission: 'expense:start',
    },
  })
  expect(registered.status, JSON.stringify(registered.body)).toBe(201)
  first = await draft(inARow({ manager, finance }))
  const token = await tokenOf('admin')
  expect((await call('POST', `${definitions}/${first}/publish`, { token })).status).toBe(200)
  shorter = await draft(inARow({ manager }))
  longer = await draft(inARow({ manager, director: 'kind="user" ref="consultant"', finance }))
})
afterAll(async () => {
  await browser?.close()
})

it('a draft is tried on past approvals, and each of them says what would come otherwise', async () => {
  await pastMade()
  const { page, context, faults } = await openConsole(browser, 'admin', `/processes/${shorter}`)
  await page.getByRole('button', { name: 'Try on past approvals' }).click()
  await page.getByText('Not tried yet').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('combobox', { name: 'Ended within' }).selectOption('30')
  await page.getByRole('button', { name: 'Begin' }).click()

  const progress = page.getByRole('region', { name: 'Approvals gone through' })
  await progress.getByText('Done', { exact: true }).waitFor()
  await progress.getByText('2 of 2 approvals').waitFor()
  const figure = (name: string) => progress.locator('dl > div').filter({ hasText: name })
  await figure('Another result').getByText('1', { exact: true }).waitFor()
  await figure('Others asked').getByText('1', { exact: true }).waitFor()
  await figure('Tasks').getByText('4 → 2').waitFor()
  await page.getByRole('row', { name: /finance left out/ }).waitFor()

  const each = page.getByRole('region', { name: 'Each approval' })
  await each.getByRole('combobox', { name: 'What came of it' }).selectOption('otherResult')
  await each.getByText('Trip to reject').click()
  await each.getByText('1 → 0 tasks').waitFor()
  expect(await each.getByText('Trip to approve').count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await each.getByRole('link', { name: 'Open the approval' }).click()
  await page.getByRole('heading', { level: 1, name: 'Trip to reject' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('what nobody decided before is told as open, in Chinese, in the dark and on a phone', async () => {
  await pastMade()
  const path = `/processes/${longer}/simulations`
  const { page, context, faults } = await openConsole(browser, 'admin', path, {
    language: 'zh-CN',
    scheme: 'dark',
    width: 320,
  })
  await page.getByRole('button', { name: '开始' }).click()
  await page.getByText('已完成', { exact: true }).waitFor()
  await page.getByRole('row', { name: /director 新增/ }).waitFor()
  await page.getByText('Trip to approve').click()
  await page.getByText('此前无人对此作过决定。').first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0)
  expect(faults).toEqual([])
  await context.close()
})

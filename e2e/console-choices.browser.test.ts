// @module-tag chromium
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { findTask } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole } from './support/console.ts'
import { platform, userNamed } from './support/platform.ts'
import { serviceToken, tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

/** What a test published: it would make the next start ambiguous. */
const published: string[] = []
afterEach(async () => {
  for (const id of published.splice(0)) {
    const path = `/api/bpm/v1/definitions/${id}/retire`
    expect((await call('POST', path, { token: await tokenOf('admin') })).status).toBe(200)
  }
})

const step = (id: string, name: string, chooser: string) => `
  <userTask id="${id}" name="${name}"><extensionElements><approval:candidates>
    <approval:candidate kind="${chooser}"/>
  </approval:candidates></extensionElements></userTask>`

const flow = (from: string, to: string) =>
  `<sequenceFlow id="${from}-${to}" sourceRef="${from}" targetRef="${to}"/>`

/** The initiator chooses who reviews, and the reviewer who signs. */
const chosenPeople = (key: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
    xmlns:approval="urn:countersign:bpmn:1" targetNamespace="urn:example:chosen">
  <process id="${key}" name="Chosen people" isExecutable="true">
    <startEvent id="start"/><endEvent id="end"/>
    ${step('review', 'Review', 'initiatorSelects')}
    ${step('sign', 'Signature', 'previousApproverSelects')}
    ${flow('start', 'review')}${flow('review', 'sign')}${flow('sign', 'end')}
  </process>
</definitions>`

const code = 'contract'

interface Contract {
  readonly draft: { readonly [member: string]: string }
  readonly definitionId: string
}

/**
 * A kind of approval of its own, so that no other start has to choose between processes. The same
 * one each time: business types are registered for good.
 */
async function registerContract(): Promise<Contract> {
  const scopes = ['bpm.biztype.register', `tenant:${userNamed('admin').tenantId}`]
  const json = {
    code,
    version: '1',
    name: 'Contract',
    variables: [],
    detailPath: '/contracts/{bizId}',
    callback: { origin: platform().sampleApp.callbackOrigin, path: '/internal/bpm-events' },
    initiatePermission: 'expense:start',
  }
  const token = await serviceToken('sample', scopes)
  const registered = await call('POST', '/internal/v1/bpm/biz-types', { token, json })
  expect([200, 201]).toContain(registered.status)
  const admin = await tokenOf('admin')
  const key = `chosen-${Date.now().toString(36)}`
  const draft = { bizType: code, key, name: 'Chosen people', bpmnXml: chosenPeople(key) }
  const { body } = await call('POST', '/api/bpm/v1/definitions', { token: admin, json: draft })
  const definitionId = String(body['id'])
  const path = `/api/bpm/v1/definitions/${definitionId}/publish`
  expect((await call('POST', path, { token: admin })).status).toBe(200)
  published.push(definitionId)
  return { draft, definitionId }
}

async function choose(page: Page, label: string, person: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(person)
  await page.getByRole('option', { name: person }).filter({ visible: true }).click()
}

it('[BPM-08] people are chosen with a start and with an approval, and a document is attached', async () => {
  const { draft } = await registerContract()
  const title = `Frame contract ${String(draft['key'])}`
  const employee = await openConsole(browser, 'employee', `/start/${code}`)
  const { page } = employee
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Number' }).fill(randomUUID())
  const start = page.getByRole('button', { name: 'Start the approval' })
  await page.getByRole('combobox', { name: 'Who decides “Review”' }).waitFor()
  await choose(page, 'Who decides “Review”', 'Manager')
  await page.getByRole('region', { name: 'Who will decide' }).getByText('Review').waitFor()
  await expectAccessible(page, 'start form with people')
  await page.keyboard.press('Escape')
  await start.click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  const instanceId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await findTask('manager', instanceId)
  const manager = await openConsole(browser, 'manager', '/inbox')
  await approveWithOthers(manager.page, title)
  await approveWithChoice(manager.page)
  await findTask('finance1', instanceId)

  await page.reload()
  await page.getByRole('button', { name: 'terms.txt' }).click()
  await page.getByText('thirty days').waitFor({ timeout: 60_000 })
  expect([...employee.faults, ...manager.faults]).toEqual([])
  await employee.context.close()
  await manager.context.close()
})

/** Many at once cannot say who comes next: the refusal says so, and leads to the task. */
async function approveWithOthers(page: Page, title: string): Promise<void> {
  await page.getByRole('checkbox', { name: title }).check()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByText('Whoever approves it chooses who decides next').waitFor()
  await dialog.getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
}

async function approveWithChoice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const form = page.getByRole('form', { name: 'Approve' })
  await choose(page, 'Who decides “Signature” next', 'Finance One')
  await form.getByRole('button', { name: 'Attach a document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Attach documents' })
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'terms.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('thirty days'),
  })
  await dialog.getByText('To be attached').waitFor()
  await expectAccessible(page, 'dialog to attach')
  await dialog.getByRole('button', { name: 'Attach' }).last().click()
  await form.getByRole('button', { name: 'Remove: terms.txt' }).waitFor()
  await form.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Done: Approve').waitFor()
}

it('a process that nobody drew is drawn when it is opened, and is tried with chosen people', async () => {
  const { draft, definitionId } = await registerContract()
  expect(draft['bpmnXml']).not.toContain('BPMNShape')
  const path = `/processes/${definitionId}`
  const { page, context, faults } = await openConsole(browser, 'admin', path)
  const boxes = ['start', 'review', 'sign', 'end'].map((id) =>
    page.locator(`.djs-shape[data-element-id="${id}"]`),
  )
  const lefts: number[] = []
  for (const box of boxes) {
    await box.waitFor()
    lefts.push((await box.boundingBox())?.x ?? 0)
  }
  // One after the other, as the flow goes.
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b))
  expect(new Set(lefts).size).toBe(lefts.length)
  expect(await page.locator('.djs-connection').count()).toBe(3)

  await page.getByRole('button', { name: 'Dry run' }).click()
  const panel = page.getByRole('complementary', { name: 'Dry run' })
  await panel.getByRole('button', { name: 'Show the path' }).click()
  await panel.getByRole('combobox', { name: 'Who decides “Review”' }).waitFor()
  await choose(page, 'Who decides “Review”', 'Manager')
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Show the path' }).click()
  await panel.getByRole('listitem').filter({ hasText: 'Review' }).getByText('Manager').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

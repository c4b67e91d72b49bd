// @module-tag chromium
import { randomUUID } from 'node:crypto'
import { startFakeBusinessApp, type FakeBusinessApp } from '@countersign/test-kit/fake-business-app'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { startBody } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { openConsole } from './support/console.ts'
import { expenseProcess } from './support/expense-process.ts'
import { platform, userNamed } from './support/platform.ts'
import { serviceToken, tokenOf } from './support/sign-in.ts'

let browser: Browser
let application: FakeBusinessApp
beforeAll(async () => {
  browser = await startChromium()
  application = await startFakeBusinessApp()
})
afterAll(async () => {
  await browser?.close()
  await application?.close()
})

const code = `parcel-${Date.now().toString(36)}`
const name = `Parcel ${code} <img src=x onerror="document.title='owned'">`

/** Declares a business type whose events come to this test. */
async function declareType(): Promise<void> {
  const scopes = ['bpm.biztype.register', `tenant:${userNamed('employee').tenantId}`]
  const { status, body } = await call('POST', '/internal/v1/bpm/biz-types', {
    token: await serviceToken('sample', scopes),
    json: {
      code,
      version: '1',
      name,
      variables: [
        { name: 'amount', type: 'number', required: true, label: 'Weight <b>in grams</b>' },
        { name: 'reason', type: 'string' },
      ],
      detailPath: '/parcels/{bizId}',
      callback: { origin: application.origin, path: '/events' },
      initiatePermission: 'expense:start',
    },
  })
  expect([status, body]).toMatchObject([201, { code }])
}

async function startApproval(): Promise<string> {
  const admin = await tokenOf('admin')
  const json = { bizType: code, key: code, name: 'Parcel', bpmnXml: expenseProcess(code) }
  const { body: draft } = await call('POST', '/api/bpm/v1/definitions', { token: admin, json })
  const publish = `/api/bpm/v1/definitions/${String(draft['id'])}/publish`
  expect((await call('POST', publish, { token: admin })).status).toBe(200)
  const { body } = await call('POST', '/api/bpm/v1/process-instances', {
    token: await tokenOf('employee'),
    json: startBody(code, { bizId: randomUUID(), amount: 20 }),
  })
  return String(body['id'])
}

it('an event that an application would not take is found, read and sent again', async () => {
  const { page, context, faults } = await openConsole(browser, 'admin', '/business-types')
  const origins = page.getByRole('region', { name: 'Where events may be sent' })
  await origins.getByLabel('Allowed by your organisation').fill(application.origin)
  await page.keyboard.press('Enter')
  await origins.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').first().waitFor()

  await declareType()
  await page.reload()
  await page.getByRole('button', { name }).click()
  await page.getByText('Weight <b>in grams</b>').filter({ visible: true }).waitFor()

  const answer = '<script>document.title = "owned"</script> closed today'
  application.react(() => ({ status: 500, body: answer }))
  const instanceId = await startApproval()
  await expect.poll(() => application.deliveries.length).toBeGreaterThan(0)
  await page.goto(`${platform().baseUrl}/console/deliveries?bizType=${code}`)
  await page.locator('[data-row]', { hasText: 'instance.started' }).click()
  await page.getByRole('heading', { name: 'Approval started' }).waitFor()
  await page.getByText('On its way').waitFor()
  await page.getByText('HTTP 500').first().waitFor()
  await page.getByText('What a private address answers is not shown.').first().waitFor()
  expect(await page.getByText('closed today').count()).toBe(0)

  application.react(() => ({ status: 204 }))
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await page.getByText('It goes out again').waitFor()
  // Twice when the retry of its own went out first.
  await page.getByText('HTTP 204').first().waitFor()
  await page.getByRole('region', { name: 'What is known of it' }).getByText('Delivered').waitFor()
  expect(await page.title()).toBe('Approval started · Countersign')

  const before = application.deliveries.length
  await page.getByRole('link', { name: 'All events of this approval' }).click()
  await page.getByRole('button', { name: 'Send several again' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('textbox', { name: 'Approval' }).inputValue()).toBe(instanceId)
  await dialog.getByText('To an origin').click()
  await dialog.getByRole('combobox', { name: 'Origin', exact: true }).click()
  await page.getByRole('option', { name: application.origin }).click()
  await dialog.getByLabel('Since').fill('2020-01-01T00:00')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Events of 1 approval go out again').waitFor()
  await expect.poll(() => application.deliveries.length).toBeGreaterThan(before)
  const ids = application.deliveries.map(({ headers }) => headers['ce-id'])
  expect(new Set(ids).size).toBeLessThan(ids.length)
  expect(faults).toEqual([])
  await context.close()
})

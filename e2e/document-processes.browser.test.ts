// @module-tag chromium
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible } from './support/console.ts'
import { dropFile } from './support/drop-file.ts'
import { createOrganisation, openIn, tokenIn, type Organisation } from './support/organisations.ts'

// One of its own: in others documents go along the only process that there is.
let organisation: Organisation
let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
  organisation = await createOrganisation(`Quay ${Date.now().toString(36)}`)
})
afterAll(async () => {
  await browser?.close()
})

/** A process that asks the administrator, published. */
async function publish(key: string, name: string): Promise<void> {
  const token = await tokenIn(organisation)
  const candidates = [{ kind: 'user', ref: organisation.administrator.id }]
  const steps = [{ type: 'approve', id: 'look', name: 'Look', candidates }]
  const json = { bizType: 'dms.document', key, name, tree: { steps } }
  const { status, body } = await call('POST', '/api/bpm/v1/definitions', { token, json })
  expect(status, JSON.stringify(body)).toBe(201)
  const path = `/api/bpm/v1/definitions/${String(body['id'])}/publish`
  const published = await call('POST', path, { token })
  expect(published.status, JSON.stringify(published.body)).toBe(200)
}

it('[DMS-11] a document is sent along the process that is chosen, and before there is one it says so', async () => {
  const { name, administrator } = organisation
  const { page, context } = await openIn(browser, name, administrator, '/documents')
  await page.locator('[role=table], [role=status]').first().waitFor()
  await dropFile(page, 'plan.txt', 'A plan\n')
  await page.getByText('Uploads finished').waitFor()
  await page.getByRole('link', { name: 'plan' }).click()
  await page.getByRole('tab', { name: 'Approval' }).click()
  const ask = page.getByRole('button', { name: 'Ask for approval' })
  await ask.click()
  await page.getByText('bpm.no_published_definition').waitFor()

  await publish('short', 'The short way')
  await publish('long', 'The long way')
  await page.reload()
  await page.getByText('bpm.no_published_definition').waitFor()
  await ask.click()
  const choice = page.getByRole('combobox', { name: 'Process' })
  await choice.waitFor()
  await expectAccessible(page, 'choice of a process')
  await choice.click()
  await page.getByRole('option', { name: 'The long way' }).click()
  await ask.click()
  await page.getByRole('link', { name: 'Open the approval' }).click()
  await page.getByText('The long way').first().waitFor()
  await context.close()
})

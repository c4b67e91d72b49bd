// @module-tag chromium
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startChromium } from './support/chromium.ts'
import { signInByKeyboard } from './support/console.ts'
import { platform, userNamed } from './support/platform.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(() => browser?.close())

async function openReference(service: string): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({ locale: 'en-GB' })
  context.setDefaultTimeout(60_000)
  const faults: string[] = []
  context.on('weberror', (fault) => faults.push(String(fault.error())))
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text())
  })
  const page = await context.newPage()
  await page.goto(`${platform().baseUrl}/docs/${service}/`)
  return { page, faults }
}

/** By the button and the window of the reference, as a person does. */
async function signInAs(page: Page, username: string): Promise<void> {
  await page.locator('.btn.authorize').first().click()
  const scheme = page.locator('.auth-container', { hasText: 'signIn (OAuth2' })
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    scheme.locator('button.authorize').click(),
  ])
  await signInByKeyboard(popup, username, userNamed(username).password)
  await scheme.locator('button', { hasText: 'Logout' }).waitFor()
  expect(popup.isClosed()).toBe(true)
  await page.locator('button.btn-done').first().click()
}

/** Sends the request of an operation as it is offered, and gives the status that comes. */
async function execute(page: Page, tag: string, operationId: string): Promise<string> {
  const operation = page.locator(`[id="operations-${tag}-${operationId}"]`)
  await operation.locator('.opblock-summary-control').click()
  await operation.locator('button.try-out__btn').click()
  await operation.locator('button.execute').click()
  const answer = operation.locator('.live-responses-table tbody .response-col_status').first()
  return ((await answer.textContent()) ?? '').trim()
}

it.each([
  ['iam', 'me/email', 'me', 'getMyEmail'],
  ['bpm', 'tasks/counts', 'tasks', 'countTasks'],
  ['dms', 'api/dms/folders', 'folders', 'listFolders'],
])('signs in on the reference and sends a request: %s', async (service, search, tag, operation) => {
  const { page, faults } = await openReference(service)
  await page.locator('.operation-filter-input').fill(search)
  await expect.poll(() => page.locator('.opblock-tag-section').count()).toBe(1)
  await signInAs(page, 'admin')
  expect(await execute(page, tag, operation)).toBe('200')
  expect(faults).toEqual([])
  await page.context().close()
})

it('says what came back from a sign-in that was given up', async () => {
  const { page } = await openReference('iam')
  await page.locator('.btn.authorize').first().click()
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page
      .locator('.auth-container', { hasText: 'signIn (OAuth2' })
      .locator('button.authorize')
      .click(),
  ])
  await popup.locator('input[name=username]').waitFor()
  const state = await page.evaluate(
    () => (globalThis as { swaggerUIRedirectOauth2?: { state: string } }).swaggerUIRedirectOauth2,
  )
  const back = new URL(`${platform().baseUrl}/docs/iam/docs/signed-in`)
  back.searchParams.set('error', 'access_denied')
  back.searchParams.set('state', state?.state ?? '')
  await popup.goto(back.href).catch(() => undefined)
  await page.locator('.auth-container .errors', { hasText: 'access_denied' }).waitFor()
  await page.context().close()
})

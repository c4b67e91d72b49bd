// @module-tag chromium
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { findTask } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole, signInByKeyboard } from './support/console.ts'
import { createExpense } from './support/expenses.ts'
import { platform, userNamed } from './support/platform.ts'
import { tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

async function managersTask(title: string): Promise<string> {
  const { instanceId } = await createExpense({ title, amount: 640 })
  return findTask('manager', instanceId)
}

const detailFrame = (page: Page) => page.frameLocator('iframe[title^="Expense: "]')

/** Has the workflow service name another address for what a task is about. */
async function answerWithDetailUrl(page: Page, detailUrl: string): Promise<void> {
  await page.route('**/api/bpm/v1/tasks/*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { instance?: object }
    const json = { ...body, instance: { ...body.instance, detailUrl } }
    await route.fulfill({ response: answer, json })
  })
}

it('[BPM-22] an approver sees the expense in a frame of its application and decides beside it', async () => {
  const taskNo = await managersTask('Desk lamps')
  const { page, context, faults } = await openConsole(browser, 'manager', '/inbox')
  await page.goto(`${platform().baseUrl}/console/tasks/${taskNo}`)
  const detail = detailFrame(page)
  await detail.getByText('€640.00').waitFor()
  // What the console shows around it, the page leaves out.
  expect(await detail.locator('approval-panel, header').count()).toBe(0)
  await page.getByRole('link', { name: 'Open in a window' }).waitFor()
  expect(await page.getByRole('button', { name: 'Open details' }).count()).toBe(0)
  expect(await page.locator('iframe').getAttribute('sandbox')).not.toContain('top-navigation')

  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const form = page.getByRole('form', { name: 'Approve' })
  await form.getByLabel('Comment').fill('They are dark, these desks')
  await form.getByRole('button', { name: 'Approve' }).click()
  // The application has it by the event.
  await detail.getByText('Approved').waitFor()
  const task = await call('GET', `/api/bpm/v1/tasks/${taskNo}`, { token: await tokenOf('manager') })
  expect(task.body['status']).toBe('APPROVED')
  // The silent sign-on inside the frame left no steps that Back would have to pass.
  await page.goBack()
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

/** The language, as text and as attribute, and the ground of the page in the frame. */
const lookOf = (page: Page) =>
  page
    .frameLocator('iframe')
    .locator('html')
    .evaluate(
      '[document.documentElement.lang, document.querySelector("h2").textContent, getComputedStyle(document.body).backgroundColor]',
    )

it('the page in the frame follows the language and the theme of the console', async () => {
  const taskNo = await managersTask('Blinds')
  const { page, context, faults } = await openConsole(browser, 'manager', `/tasks/${taskNo}`)
  await detailFrame(page).getByRole('heading', { name: 'Blinds' }).waitFor()
  const light = await lookOf(page)
  expect(light).toEqual(['en', 'Reason', 'rgb(255, 255, 255)'])

  // What is typed and scrolled there stays: it is told, and not loaded again.
  const inFrame = page.frameLocator('iframe')
  await inFrame.locator('html').evaluate('document.documentElement.dataset.kept = "yes"')
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitemradio', { name: '简体中文' }).click()
  await page.getByRole('button', { name: '外观' }).click()
  await page.getByRole('menuitemradio', { name: '深色' }).click()
  const dark = ['zh-CN', '事由', 'rgb(26, 31, 42)']
  await expect.poll(() => lookOf(page)).toEqual(dark)
  expect(await inFrame.locator('html[data-kept]').count()).toBe(1)

  // Nor is it the browser's own choice when all begins anew.
  await page.reload()
  await inFrame.getByRole('heading', { name: 'Blinds' }).waitFor()
  await expect.poll(() => lookOf(page)).toEqual(dark)
  expect(faults).toEqual([])
  await context.close()
})

it('a keyboard reaches the frame and leaves it', async () => {
  const taskNo = await managersTask('Chairs')
  const { page, context } = await openConsole(browser, 'manager', `/tasks/${taskNo}`)
  await detailFrame(page).getByRole('heading', { name: 'Chairs' }).waitFor()
  await page.getByRole('link', { name: 'Open in a window' }).focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.localName')).toBe('iframe')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.localName')).not.toBe('iframe')
  await context.close()
})

it.each([
  ['javascript:alert(document.domain)'],
  ['https://elsewhere.example/expenses/1'],
  ['//elsewhere.example/expenses/1'],
  ['data:text/html,<script>alert(1)</script>'],
])('[BPM-22] shows %s in no frame', async (detailUrl) => {
  const taskNo = await managersTask('Lamps')
  const { page, context, faults } = await openConsole(browser, 'manager', '/inbox')
  await answerWithDetailUrl(page, detailUrl)
  await page.goto(`${platform().baseUrl}/console/tasks/${taskNo}`)
  await page.getByRole('button', { name: 'Open details' }).click()
  await page.getByText('Nobody has said where').waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  expect(faults).toEqual([])
  // The stream may have the task read again just now.
  await page.unrouteAll({ behavior: 'wait' })
  await context.close()
})

it('offers a window when the page does not come', async () => {
  const taskNo = await managersTask('Tables')
  const { page, context } = await openConsole(browser, 'manager', '/inbox')
  await page.route(`${platform().sampleApp.baseUrl}/**`, (route) => route.abort())
  await page.goto(`${platform().baseUrl}/console/tasks/${taskNo}`)
  await page.getByText('The page has not come').waitFor()
  await expectAccessible(page, 'without the page')
  expect(await page.getByRole('link', { name: 'Open in a window' }).count()).toBe(2)
  await page.unroute(`${platform().sampleApp.baseUrl}/**`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await detailFrame(page).getByRole('heading', { name: 'Tables' }).waitFor()
  await page.getByText('The page has not come').waitFor({ state: 'detached' })
  await context.close()
})

it('[IAM-19] leads to a window where nobody is signed in, and shows the page after it', async () => {
  const taskNo = await managersTask('Shelves')
  const { page, context } = await openConsole(browser, 'manager', `/tasks/${taskNo}`)
  await detailFrame(page).getByRole('heading', { name: 'Shelves' }).waitFor()
  await context.clearCookies()
  // The console's own token lasts; the frame begins anew.
  await page.evaluate('document.querySelector("iframe").src += ""')
  const link = detailFrame(page).getByRole('link', { name: 'Open in a window' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toMatch(/^\/expenses\//)
  const opened = context.waitForEvent('page')
  await link.click()
  const window = await opened
  await signInByKeyboard(window, 'manager', userNamed('manager').password)
  await window.getByRole('heading', { name: 'Shelves', level: 1 }).waitFor()
  await window.close()
  // A browser without a screen does not tell that the page is in front again.
  await link.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
  await detailFrame(page).getByRole('heading', { name: 'Shelves' }).waitFor()
  await context.close()
})

it.each([
  ['en', 'light', 1280],
  ['zh-CN', 'dark', 390],
] as const)('is accessible in %s, %s, %i wide', async (language, scheme, width) => {
  const taskNo = await managersTask('Cables')
  const look = { language, scheme, width }
  const { page, context } = await openConsole(browser, 'manager', `/tasks/${taskNo}`, look)
  await page.frameLocator('iframe').getByRole('heading', { name: 'Cables' }).waitFor()
  await page.locator('approval-panel').getByRole('heading', { name: 'Cables' }).waitFor()
  await expectAccessible(page, `task ${language} ${scheme}`)
  const wide = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth'
  expect(await page.evaluate(wide)).toBe(true)
  await context.close()
})

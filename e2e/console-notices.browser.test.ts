// @module-tag chromium
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findTask } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole } from './support/console.ts'
import { createExpense } from './support/expenses.ts'
import { platform } from './support/platform.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

interface Shown {
  readonly title: string
  readonly lang: string
  readonly tag: string
  readonly data: { readonly url: string }
}

/** A console with its service worker, whose browser may show notices, and what stands for its push service. */
async function openTold(username: string, path: string, language: 'en' | 'zh-CN' = 'en') {
  const opened = await openConsole(browser, username, path, { language, worker: true })
  const { context, page } = opened
  const origin = platform().baseUrl
  await context.grantPermissions(['notifications'], { origin })
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  const tools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/console/`)
      if (own !== undefined) resolve(own.registrationId)
    })
  })
  await tools.send('ServiceWorker.enable')
  const registrationId = await registered
  const push = (data: string) =>
    tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  return { ...opened, push }
}

const shownIn = (page: Page): Promise<readonly Shown[]> =>
  page.evaluate(`navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((shown) => shown.map(({ title, lang, tag, data }) => ({ title, lang, tag, data })))`)

/** As when the person presses a notice: only they can, so its work is asked for by its name. */
async function pressNotice(context: BrowserContext, url: string): Promise<void> {
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('the console has no service worker')
  await worker.evaluate(`openAddress(${JSON.stringify(url)}).then(() => true)`)
}

it('a message of the platform is shown as a notice, a later one in place of it', async () => {
  const { page, context, push, faults } = await openTold('manager', '/inbox')
  const notice = (title: string) =>
    JSON.stringify({ title, lang: 'en', url: '/console/inbox?task=T-1', tag: 'a', at: 1 })
  await push(notice('To decide: Train'))
  await push(notice('Reminder: Train'))
  await expect
    .poll(() => shownIn(page))
    .toEqual([
      { title: 'Reminder: Train', lang: 'en', tag: 'a', data: { url: '/console/inbox?task=T-1' } },
    ])
  expect(faults).toEqual([])
  await context.close()
})

it('a message that cannot be read says that something waits, in the language of the browser', async () => {
  const { page, context, push } = await openTold('manager', '/inbox', 'zh-CN')
  await push('…')
  await expect
    .poll(async () => (await shownIn(page)).map(({ title, data }) => [title, data.url]))
    .toEqual([['有新的待办事项', '/console/inbox']])
  await context.close()
})

it('a notice that is pressed leads the open window to its task, without loading the page anew', async () => {
  const { instanceId } = await createExpense({ title: 'Train', amount: 70 })
  const taskNo = await findTask('manager', instanceId)
  const { page, context } = await openTold('manager', '/account')
  await page.evaluate('globalThis.isSamePage = true')
  await pressNotice(context, `/console/inbox?task=${taskNo}`)
  await page.waitForURL((url) => url.searchParams.get('task') === taskNo)
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  expect(await page.evaluate('globalThis.isSamePage')).toBe(true)
  await context.close()
})

it('the account says how it stands with this device', async () => {
  const { page, context } = await openTold('manager', '/account')
  const place = page.getByRole('region', { name: 'Notices on devices' })
  await place.getByText('This device is not told.').waitFor()
  expect(await place.getByRole('switch').isEnabled()).toBe(true)
  await expectAccessible(page, 'notices on devices')
  await context.close()
})

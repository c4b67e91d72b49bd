// @module-tag chromium
import type { Browser, BrowserContext, Worker } from 'playwright-core'
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
  readonly url: string
}

/**
 * A console with its service worker, and what stands for the browser's push service. A browser without a screen of its own
 * shows no notices and lets nobody permit them: what the worker has shown is kept, and the page believes it may.
 */
async function openTold(username: string, path: string, language: 'en' | 'zh-CN' = 'en') {
  const permit = 'Object.defineProperty(Notification, "permission", { value: "granted" })'
  const opened = await openConsole(browser, username, path, {
    language,
    worker: true,
    prepare: (page) => page.addInitScript(permit).then(() => undefined),
  })
  const { context, page } = opened
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  const worker = workerOf(context)
  await worker.evaluate(`self.shown = []
    registration.showNotification = async (title, { lang, tag, data }) => {
      shown.push({ title, lang, tag, url: data.url })
    }`)
  const origin = platform().baseUrl
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
  const shown = (): Promise<readonly Shown[]> => worker.evaluate('shown')
  return { ...opened, push, shown }
}

function workerOf(context: BrowserContext): Worker {
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('the console has no service worker')
  return worker
}

/** As when the person presses a notice: only they can, so its work is asked for by its name. */
async function pressNotice(context: BrowserContext, url: string): Promise<void> {
  await workerOf(context).evaluate(`openAddress(${JSON.stringify(url)}).then(() => true)`)
}

it('a message of the platform is shown as a notice', async () => {
  const { context, push, shown, faults } = await openTold('manager', '/inbox')
  const notice = { title: 'To decide: Train', lang: 'en', tag: 'a', url: '/console/inbox?task=T-1' }
  await push(JSON.stringify({ ...notice, at: 1 }))
  await expect.poll(shown).toEqual([notice])
  expect(faults).toEqual([])
  await context.close()
})

it('a message that cannot be read says that something waits, in the language of the browser', async () => {
  const { context, push, shown } = await openTold('manager', '/inbox', 'zh-CN')
  await push('…')
  await push(JSON.stringify({ title: 'To decide: Train' }))
  const unread = { title: '有新的待办事项', lang: 'zh-CN', url: '/console/inbox' }
  await expect.poll(shown).toMatchObject([unread, unread])
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

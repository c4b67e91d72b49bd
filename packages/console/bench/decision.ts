import type { Browser, BrowserContext } from 'playwright-core'
import { openConsole, openWindow, type Platform } from '../screenshots/browser.ts'

const runs = 5
const slowdown = 4
const doubleTouchMs = 600

/** From the address of the inbox to a decision that the service has confirmed, by touches of one finger. */
export interface Decision {
  readonly runs: number
  readonly touches: number
  readonly medianMs: number
  readonly slowestMs: number
}

/** The first task of a phone's inbox, approved from its row: each time another one. */
export async function measureDecision(browser: Browser, platform: Platform): Promise<Decision> {
  const context = await openWindow(browser, {
    language: 'en',
    scheme: 'light',
    width: 390,
    height: 780,
    hasTouch: true,
  })
  await (await openConsole(context, platform, 'manager', '/inbox')).close()
  const all: number[] = []
  for (let run = 0; run < runs; run += 1) all.push(await decideOnce(context, platform))
  await context.close()
  const sorted = all.toSorted((a, b) => a - b)
  return {
    runs,
    touches: 2,
    medianMs: sorted[Math.floor(runs / 2)] ?? 0,
    slowestMs: sorted.at(-1) ?? 0,
  }
}

async function decideOnce(context: BrowserContext, platform: Platform): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const startedAt = Date.now()
  await page.goto(new URL('inbox', platform.console).href, { waitUntil: 'commit' })
  const row = page.locator('[data-row]').first()
  // The first looks whether anything is asked, the second decides.
  await row.getByRole('button', { name: /^Approve/ }).tap()
  const confirm = row.locator('button[data-phase=ready]')
  await confirm.waitFor()
  // Two touches within half a second are a double touch, which decides nothing.
  await page.waitForTimeout(doubleTouchMs)
  await confirm.tap()
  await page.getByText(/^Approved: /).waitFor()
  const took = Date.now() - startedAt
  await page.close()
  return took
}

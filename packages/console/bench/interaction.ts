import type { Browser, Page } from 'playwright-core'
import type { Platform } from '../screenshots/browser.ts'
import { openLongList } from './scroll.ts'

/** From the act to the next paint (INP), as the browser itself measures it, in steps of 8 ms. */
export interface Interaction {
  readonly name: string
  readonly times: number
  readonly medianMs: number
  readonly slowestMs: number
}

const times = 20

const watchScript = `(() => {
  globalThis.interactions = []
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries()) {
      if (interactionId > 0) globalThis.interactions.push({ interactionId, duration })
    }
  }).observe({ type: 'event', durationThreshold: 16 })
})()`

// What was fast is not told: one frame stands for it. The slowest event of an interaction counts.
const takeScript = `(() => {
  const slowest = new Map()
  for (const { interactionId, duration } of globalThis.interactions.splice(0)) {
    slowest.set(interactionId, Math.max(slowest.get(interactionId) ?? 0, duration))
  }
  return [...slowest.values()]
})()`

const nextPaint = `new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))`

/** What people do most in a list of ten thousand tasks, on the slowed processor. */
export async function measureInteractions(
  browser: Browser,
  platform: Platform,
): Promise<readonly Interaction[]> {
  const { context, page } = await openLongList(browser, platform)
  await page.evaluate('document.querySelector("[role=table]").scrollTo(0, 0)')
  await page.evaluate(watchScript)
  const measured = [
    await measure(page, 'the next task, by the keyboard', () => page.keyboard.press('j')),
    await measure(page, 'choosing a task, by the keyboard', () => page.keyboard.press('x')),
    await measure(page, 'choosing a task, by the mouse', (turn) =>
      page
        .locator('[data-row] input[type=checkbox]')
        .nth(turn % 8)
        .click(),
    ),
  ]
  await context.close()
  return measured
}

async function measure(
  page: Page,
  name: string,
  act: (turn: number) => Promise<unknown>,
): Promise<Interaction> {
  for (let turn = 0; turn < times; turn += 1) {
    await act(turn)
    await page.evaluate(nextPaint)
  }
  // The page writes what the script above says.
  const told = (await page.evaluate(takeScript)) as readonly number[]
  const sorted = [...told, ...Array.from({ length: times - told.length }, () => 16)].toSorted(
    (a, b) => a - b,
  )
  return {
    name,
    times,
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
    slowestMs: sorted.at(-1) ?? 0,
  }
}

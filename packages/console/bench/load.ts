import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { openConsole, openWindow, type Platform } from '../screenshots/browser.ts'
import { readWork, type Work } from './work.ts'

const runs = 7
const slowdown = 4

/** When something had happened, in milliseconds after the address was given to the browser. */
export interface Moments {
  /** The page itself has come. */
  readonly page: number
  /** The identity service has given the token. */
  readonly token: number
  /** The tasks have come. */
  readonly tasks: number
  /** Something can be seen. */
  readonly paint: number
  /** The first task in the list is on the screen and can be opened. */
  readonly usable: number
}

export interface Load {
  readonly moments: Moments
  readonly slowestMs: number
  readonly work: Work
}

export interface Loads {
  readonly runs: number
  readonly warm: Load
  readonly cold: Load
  readonly scriptKb: number
}

interface Once {
  readonly moments: Moments
  readonly work: Work
  readonly scriptKb: number
}

// Playwright's own way to wait costs the page more than some parts of the load. After a frame and
// the task that follows it, what was drawn is on the screen.
const tellWhenUsable = `new MutationObserver((_, observer) => {
  if (document.querySelector('[data-row] a') === null) return
  observer.disconnect()
  requestAnimationFrame(() => setTimeout(() => console.debug('usable ' + Date.now())))
}).observe(document, { childList: true, subtree: true })`

// Read afterwards; the names are the last parts of addresses.
const readMoments = `(() => {
  const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  const endOf = (part) => all.find(({ name }) => name.includes(part))?.responseEnd ?? 0
  return {
    origin: performance.timeOrigin,
    page: all[0].responseEnd,
    token: endOf('/oauth2/token'),
    tasks: endOf('/bpm/v1/tasks?'),
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }
})()`

/** From the address to the first task, with a session at the identity service. */
export async function measureLoads(browser: Browser, platform: Platform): Promise<Loads> {
  const context = await openWindow(browser, { language: 'en', scheme: 'light' })
  const first = await openConsole(context, platform, 'manager', '/inbox')
  await first.locator('[data-row]').first().waitFor()
  await first.close()
  await context.addInitScript(tellWhenUsable)
  const warm = await repeat(() => loadOnce(context, platform, false))
  const cold = await repeat(() => loadOnce(context, platform, true))
  await context.close()
  return { runs, warm: sumUp(warm), cold: sumUp(cold), scriptKb: cold[0]?.scriptKb ?? 0 }
}

async function loadOnce(
  context: BrowserContext,
  platform: Platform,
  isCold: boolean,
): Promise<Once> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: isCold })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const scripts = countScripts(session)
  const usable = usableAt(page)
  const startedAt = Date.now()
  await page.goto(new URL('inbox', platform.console).href, { waitUntil: 'commit' })
  const usableMs = (await usable) - startedAt
  const work = await readWork(session)
  // Written by the script above.
  const { origin, ...seen } = (await page.evaluate(readMoments)) as Omit<Moments, 'usable'> & {
    origin: number
  }
  await page.close()
  const since = (moment: number) => origin + moment - startedAt
  const { page: came, token, tasks, paint } = seen
  const moments = {
    page: since(came),
    token: since(token),
    tasks: since(tasks),
    paint: since(paint),
    usable: usableMs,
  }
  return { moments, work, scriptKb: Math.round(scripts.bytes() / 1000) }
}

async function usableAt(page: Page): Promise<number> {
  const message = await page.waitForEvent('console', (said) => said.text().startsWith('usable '))
  return Number(message.text().slice('usable '.length))
}

/** Compressed bytes of scripts that came over the network, each file once. */
function countScripts(session: CDPSession): { readonly bytes: () => number } {
  const scripts = new Map<string, string>()
  const sizes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, response.url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = scripts.get(requestId)
    if (url !== undefined) sizes.set(url, encodedDataLength)
  })
  return { bytes: () => [...sizes.values()].reduce((sum, size) => sum + size, 0) }
}

async function repeat<T>(work: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = []
  for (let run = 0; run < runs; run += 1) results.push(await work())
  return results
}

/** The middle one of each figure. */
function sumUp(loads: readonly Once[]): Load {
  const middle = (read: (load: Once) => number) => {
    const sorted = loads.map(read).toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }
  return {
    moments: {
      page: middle(({ moments }) => moments.page),
      token: middle(({ moments }) => moments.token),
      tasks: middle(({ moments }) => moments.tasks),
      paint: middle(({ moments }) => moments.paint),
      usable: middle(({ moments }) => moments.usable),
    },
    slowestMs: Math.max(...loads.map(({ moments }) => moments.usable)),
    work: {
      all: middle(({ work }) => work.all),
      script: middle(({ work }) => work.script),
      layout: middle(({ work }) => work.layout),
    },
  }
}

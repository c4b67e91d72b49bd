import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { openConsole, openWindow, type Platform } from '../screenshots/browser.ts'

const runs = 5
const slowdown = 4

export interface Load {
  readonly medianMs: number
  readonly maxMs: number
  /** What the main thread worked, at the slowed speed. */
  readonly taskMs: number
}

export interface Loads {
  readonly runs: number
  readonly warm: Load
  readonly cold: Load
  readonly scriptKb: number
}

/** From the address to the first task, with a session at the identity service. */
export async function measureLoads(browser: Browser, platform: Platform): Promise<Loads> {
  const context = await openWindow(browser, { language: 'en', scheme: 'light' })
  const first = await openConsole(context, platform, 'manager', '/inbox')
  await first.locator('[data-row]').first().waitFor()
  await first.close()
  const warm = await repeat(() => loadOnce(context, platform, false))
  const cold = await repeat(() => loadOnce(context, platform, true))
  await context.close()
  return { runs, warm: sumUp(warm), cold: sumUp(cold), scriptKb: cold[0]?.scriptKb ?? 0 }
}

interface Once {
  readonly ms: number
  readonly taskMs: number
  readonly scriptKb: number
}

async function loadOnce(
  context: BrowserContext,
  platform: Platform,
  isCold: boolean,
): Promise<Once> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: isCold })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const scripts = countScripts(session)
  const startedAt = performance.now()
  await page.goto(new URL('inbox', platform.console).href, { waitUntil: 'commit' })
  await page.locator('[data-row] a').first().waitFor()
  const ms = performance.now() - startedAt
  const taskMs = await taskTime(session)
  await close(page)
  return { ms, taskMs, scriptKb: Math.round(scripts.bytes() / 1000) }
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

async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

const close = (page: Page) => page.close()

async function repeat<T>(work: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = []
  for (let run = 0; run < runs; run += 1) results.push(await work())
  return results
}

function sumUp(loads: readonly Once[]): Load {
  const times = loads.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const tasks = loads.map(({ taskMs }) => taskMs).toSorted((a, b) => a - b)
  const half = Math.floor(runs / 2)
  return { medianMs: times[half] ?? 0, maxMs: times.at(-1) ?? 0, taskMs: tasks[half] ?? 0 }
}

import type { Browser, Page, Route } from 'playwright-core'
import { openConsole, openWindow, type Platform } from '../screenshots/browser.ts'
import { readWork } from './work.ts'

export const rows = 10_000
const slowdown = 4
const frames = 200
/** More than two turns of a wheel in each frame. */
const stepPx = 300

export interface Scroll {
  readonly frames: number
  readonly medianMs: number
  readonly p95Ms: number
  readonly maxMs: number
  /** Processor time of the main thread for each frame, and what scripts took of it. */
  readonly workMs: number
  readonly scriptMs: number
  /** Rows that existed at the same time. */
  readonly mostRows: number
}

/** Scrolls a list of ten thousand tasks; the list is made up, the page is the real one. */
export async function measureScroll(browser: Browser, platform: Platform): Promise<Scroll> {
  const { context, page, session } = await openLongList(browser, platform)
  const before = await readWork(session)
  const measured = (await page.evaluate(scrollScript)) as {
    times: number[]
    mostRows: number
  }
  const after = await readWork(session)
  await context.close()
  const times = measured.times.toSorted((a, b) => a - b)
  const at = (part: number) => times[Math.floor((times.length - 1) * part)] ?? 0
  return {
    frames,
    medianMs: at(0.5),
    p95Ms: at(0.95),
    maxMs: at(1),
    workMs: (after.all - before.all) / frames,
    scriptMs: (after.script - before.script) / frames,
    mostRows: measured.mostRows,
  }
}

/** The inbox with all of them loaded, from here on with a slowed processor. */
export async function openLongList(browser: Browser, platform: Platform) {
  const context = await openWindow(browser, { language: 'en', scheme: 'light' })
  await context.route('**/api/bpm/v1/tasks?*', giveTasks)
  const page = await openConsole(context, platform, 'manager', '/inbox')
  await page.locator('[data-row]').first().waitFor()
  await loadAll(page)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { context, page, session }
}

/** Goes to the end again and again until no more come. */
async function loadAll(page: Page): Promise<void> {
  const table = page.getByRole('table')
  // One row of them is the head.
  while (Number(await table.getAttribute('aria-rowcount')) <= rows) {
    await page.evaluate(toEnd)
  }
}

const toEnd = `(async () => {
  const table = document.querySelector('[role=table]')
  table.scrollTo(0, table.scrollHeight)
  await new Promise(requestAnimationFrame)
})()`

const scrollScript = `(async () => {
  const table = document.querySelector('[role=table]')
  table.scrollTo(0, 0)
  await new Promise(requestAnimationFrame)
  const step = ${stepPx}
  const times = []
  let mostRows = 0
  let before = performance.now()
  for (let frame = 1; frame <= ${frames}; frame += 1) {
    table.scrollTo(0, step * frame)
    const now = await new Promise(requestAnimationFrame)
    times.push(now - before)
    before = now
    mostRows = Math.max(mostRows, table.querySelectorAll('[data-row]').length)
  }
  return { times: times.slice(1), mostRows }
})()`

async function giveTasks(route: Route): Promise<void> {
  const { searchParams } = new URL(route.request().url())
  const start = Number(searchParams.get('cursor') ?? 0)
  const limit = Number(searchParams.get('limit') ?? 50)
  const items = Array.from({ length: limit }, (_, index) => task(start + index))
  const end = start + limit
  await route.fulfill({ json: { items, nextCursor: end < rows ? String(end) : null } })
}

function task(number: number) {
  const createdAt = new Date(Date.now() - number * 60_000).toISOString()
  const person = { id: `person-${number % 90}`, name: `Colleague ${number % 90}` }
  const id = `instance-${number}`
  return {
    taskNo: `T-${number}`,
    kind: 'decision',
    instanceId: id,
    status: 'OPEN',
    node: { id: 'manager', name: 'Manager approval' },
    round: 1 + (number % 3),
    assignee: person,
    createdAt,
    openedAt: createdAt,
    endedAt: null,
    endedBy: null,
    comment: null,
    dueAt: number % 4 === 0 ? createdAt : null,
    remindedAt: null,
    readAt: null,
    revision: 1,
    detailUrl: '/expenses/1',
    instance: {
      id,
      title: `Purchase ${number} of the department`,
      bizType: 'expense',
      bizId: `EX-${number}`,
      status: 'RUNNING',
      round: 1,
      initiator: person,
      createdAt,
    },
  }
}

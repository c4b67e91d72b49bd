// @module-tag chromium
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { findTask } from './support/approvals.ts'
import { accessibilityFaults } from './support/axe.ts'
import { startChromium } from './support/chromium.ts'
import { openConsole, type Look } from './support/console.ts'
import { uploadFile } from './support/documents.ts'
import { createExpense } from './support/expenses.ts'
import { makePdf } from './support/pdf.ts'
import { platform, userNamed } from './support/platform.ts'
import { tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

/** The id of the first thing in a list. */
async function firstOf(path: string, member = 'id'): Promise<string> {
  const { body } = await call('GET', path, { token: await tokenOf('admin') })
  const [first] = body['items'] as unknown as Record<string, string>[]
  return first?.[member] ?? ''
}

const bpm = '/api/bpm/v1'

/** Every page of the console, by who has it. */
const pages: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  manager: async () => {
    const { instanceId } = await createExpense({ title: 'Lamp', amount: 70 })
    const taskNo = await findTask('manager', instanceId)
    return ['/inbox', `/inbox?task=${taskNo}`, '/inbox?box=done', `/tasks/${taskNo}`]
  },
  employee: async () => {
    const { instanceId } = await createExpense({ title: 'Lamp', amount: 70 })
    return ['/started', `/approvals/${instanceId}`, '/start', '/start/expense', '/delegation']
  },
  admin: async () => {
    const { documentId } = await uploadFile(await tokenOf('admin'), 'plan.pdf', makePdf(20_000))
    const tabs = ['versions', 'access', 'shares', 'approval', 'activity']
    return [
      '/dashboard',
      '/approvals',
      '/nowhere',
      '/documents',
      `/documents/${documentId}`,
      ...tabs.map((tab) => `/documents/${documentId}?tab=${tab}`),
      '/processes',
      `/processes/${await firstOf(`${bpm}/definitions`)}`,
      '/decision-tables',
      '/business-types',
      '/incidents',
      '/deliveries',
      `/deliveries/${await firstOf(`${bpm}/deliveries`, 'eventId')}`,
      '/first-steps',
      '/people',
      `/people/${userNamed('manager').id}`,
      '/departments',
      '/roles',
      '/clients',
      `/clients/${await firstOf('/api/iam/v1/clients')}`,
      '/identity-providers',
      '/branding',
      '/sources',
      '/document-rules',
      '/tenants',
      '/keys',
      '/audit',
      '/account',
    ]
  },
}

type Seen = Omit<Required<Look>, 'language'>

/**
 * A page is loaded once for each language and then seen in these ways, so that a width costs no load: axe looks at each page
 * in both themes and languages and in all widths, though not in all of their combinations.
 */
const waysToSee: Readonly<Record<'en' | 'zh-CN', readonly Seen[]>> = {
  en: [
    { scheme: 'light', width: 1440 },
    { scheme: 'dark', width: 320 },
  ],
  'zh-CN': [
    { scheme: 'dark', width: 768 },
    { scheme: 'light', width: 390 },
  ],
}
const widths = [1440, 768, 390, 320]

const cases = (['en', 'zh-CN'] as const).flatMap((language) =>
  Object.entries(pages).map(([username, pathsOf]) => ({ language, username, pathsOf })),
)

it.each(cases)(
  'axe finds nothing on the pages of $username in any width, nothing overflows, and the console shows no error: $language',
  async ({ language, username, pathsOf }) => {
    const paths = await pathsOf()
    const [first] = waysToSee[language]
    const opened = await openConsole(browser, username, '/account', { language, ...first })
    const { page, context, faults, messages } = opened
    const found: string[] = []
    for (const path of paths) {
      await page.goto(`${platform().baseUrl}/console${path}`)
      await page.locator('main h1, main h2').first().waitFor()
      const busy = page.locator('[aria-busy=true]')
      await expect.poll(() => busy.count(), { message: path }).toBe(0)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      found.push(...(await lookAt(page, path, waysToSee[language])))
    }
    expect(found).toEqual([])
    expect(faults).toEqual([])
    expect(messages).toEqual([])
    await context.close()
  },
  // Three dozen pages, each looked at as a whole.
  600_000,
)

/** What is wrong with a page as it is, in each of these ways to see it and in the other widths. */
async function lookAt(page: Page, path: string, ways: readonly Seen[]): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    const way = ways.find((one) => one.width === width)
    if (way !== undefined) await page.emulateMedia({ colorScheme: way.scheme })
    await page.setViewportSize({ width, height: 800 })
    const room = await roomOf(page, width)
    if (room > width) found.push(`${path} is ${room} wide in a window of ${width}`)
    if (way === undefined) continue
    const faults = await accessibilityFaults(page)
    found.push(...faults.map((fault) => `${path}, ${way.scheme}, ${width}: ${fault}`))
  }
  return found
}

/** How wide a page is in a window; charts follow it a moment after the rest. */
async function roomOf(page: Page, width: number): Promise<number> {
  for (let looks = 1; ; looks += 1) {
    const room = await page.evaluate<number>(afterFrame)
    if (room <= width || looks === 100) return room
  }
}

const afterFrame = `new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(document.documentElement.scrollWidth))),
)`

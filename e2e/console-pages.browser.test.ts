// @module-tag chromium
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityFaults } from './support/axe.ts'
import { startChromium } from './support/chromium.ts'
import { openConsole, type Look } from './support/console.ts'
import { everyPage } from './support/every-page.ts'
import { platform } from './support/platform.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

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
  Object.entries(everyPage).map(([username, pathsOf]) => ({ language, username, pathsOf })),
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
    const cut = await page.evaluate<number>(cutRows)
    if (cut > 0) found.push(`${path} cuts ${cut} rows in a window of ${width}`)
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

/** Rows of tables whose lines are higher than they are: the last line would be cut, or lie on the next row. */
const cutRows = `[...document.querySelectorAll('[data-row]')]
  .filter((row) => [...row.children].some((cell) => cell.scrollHeight > row.clientHeight)).length`

const afterFrame = `new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(document.documentElement.scrollWidth))),
)`

// @module-tag chromium
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './testing/browser.ts'
import { buildStandalone } from './testing/bundle.ts'
import { startTestServer, type TestServer } from './testing/server.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser: Browser
let server: TestServer

beforeAll(async () => {
  server = await startTestServer(await buildStandalone())
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const shown = {
  en: { return: 'Return', diagram: 'Show diagram', changed: 'Changed since you returned it' },
  'zh-CN': { return: '退回', diagram: '显示流程图', changed: '您退回之后有变更' },
} as const

const settings = (['en', 'zh-CN'] as const).flatMap((lang) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    [360, 1200].map((width) => ({ lang, theme, width })),
  ),
)

async function findFaults(page: Page): Promise<readonly string[]> {
  const { violations } = await page.evaluate<AxeResults>(
    "axe.run(document, { resultTypes: ['violations'] })",
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  )
}

describe.for(settings)('in $lang, $theme, $width px wide', ({ lang, theme, width }) => {
  it('[BPM-22] is accessible with form, people, notice and diagram open, and never scrolls sideways', async () => {
    // On phones by the attribute, against the system's setting; else by that setting.
    const colorScheme = width > 400 ? theme : theme === 'dark' ? 'light' : 'dark'
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
    const page = await context.newPage()
    await page.addInitScript(axe)
    await page.goto(server.url)
    await page.evaluate(`document.querySelector('approval-panel').lang = '${lang}'`)
    if (colorScheme !== theme) {
      await page.evaluate(
        `document.querySelector('approval-panel').setAttribute('theme', '${theme}')`,
      )
    }
    await page.getByText(shown[lang].changed).waitFor()
    expect(await findFaults(page)).toEqual([])
    await page.getByRole('button', { name: shown[lang].return, exact: true }).click()
    await page.getByRole('form', { name: shown[lang].return }).locator('[type=submit]').click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: shown[lang].diagram }).click()
    await page.locator('approval-diagram svg').waitFor()
    expect(await findFaults(page)).toEqual([])
    await page.locator('.form > .actions button[type=button]').click()
    await page.locator('button[data-action=transfer]').click()
    await page.locator('input[role=combobox]').fill('e')
    await page.getByRole('option').first().waitFor()
    expect(await findFaults(page)).toEqual([])
    await page.locator('[data-take-away]').click()
    await page.locator('[data-confirm]').waitFor()
    expect(await findFaults(page)).toEqual([])
    const room = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(room).toBe(0)
    await context.close()
  })
})

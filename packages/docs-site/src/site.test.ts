import { glob, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from '@countersign/test-kit/optional-tools'
import type { AxeResults } from 'axe-core'
import { chromium, type Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSite } from './site.ts'
import { serve, type Served } from './testing/serve.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
let out: string
let served: Served

// Building fails where a link of a document is dead. On a busy machine it takes minutes.
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'site-test-'))
  await buildSite({ root, out, base: '/' })
  served = await serve(out)
}, 900_000)
afterAll(async () => {
  await served?.stop()
  await rm(out, { recursive: true, force: true })
})

type Body = Readonly<Record<string, unknown>>
type Make = () => { readonly toBody: (requestId: undefined, types: string) => Body }

/** What a service that is told where the pages are answers, of each code that it has. */
async function bodiesOf(file: string): Promise<readonly Body[]> {
  const module = (await import(join(root, file))) as { problems: Readonly<Record<string, Make>> }
  const types = `${served.url}/problems/`
  return Object.values(module.problems).map((make) => make().toBody(undefined, types))
}

it.each([
  'services/iam/src/problems.ts',
  'services/bpm/src/problems.ts',
  'services/dms/src/problems.ts',
  'deploy/gateway/src/problems.ts',
])('has a page at the type of each problem of %s', async (file) => {
  const bodies = await bodiesOf(file)
  expect(bodies.length).toBeGreaterThan(8)
  for (const { type, code } of bodies) {
    const answer = await fetch(String(type))
    expect(answer.status, String(type)).toBe(200)
    expect(await answer.text()).toContain(`<title>${String(code)} | Countersign</title>`)
  }
})

it('has the errors of the packages as well', async () => {
  const pages = await readdir(join(root, 'docs/problems'))
  const codes = pages.map((name) => name.slice(0, -3))
  const answers = codes.map(async (code) => fetch(`${served.url}/problems/${code}/`))
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]))
})

it('asks nobody else for anything', async () => {
  const foreign: string[] = []
  for await (const path of glob('**/*.{html,css}', { cwd: out })) {
    const text = await readFile(join(out, path), 'utf8')
    const loaded = /<(?:script|link|img)\b[^>]*\s(?:src|href)="https?:|url\(["']?https?:|@import/g
    for (const [found] of text.matchAll(loaded)) foreign.push(`${path}: ${found}`)
  }
  expect(foreign).toEqual([])
})

describe('in a browser', { tags: 'chromium' }, () => {
  let browser: Browser

  beforeAll(async () => {
    const executablePath = findProgram('chromium', process.env) ?? ''
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  })
  afterAll(() => browser?.close())

  const pages = ['/', '/people/deciding.html', '/problems/bpm.task_not_open/', '/zh-CN/', '/bpm/']

  it.each([390, 1440])('can be used by everybody, light and dark: %s px', async (width) => {
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    const failed: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400 || !response.url().startsWith(served.url))
        failed.push(response.url())
    })
    for (const path of pages) {
      await page.goto(served.url + path)
      await page.addScriptTag({ path: axe })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const { violations } = await page.evaluate<AxeResults>(
          "axe.run(document, { resultTypes: ['violations'] })",
        )
        const faults = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => [id, html]))
        expect(faults, `${path}, ${colorScheme}`).toEqual([])
      }
      const wider = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect(wider, `${path} is wider than its window`).toBe(0)
    }
    await page.waitForLoadState('networkidle')
    expect(failed).toEqual([])
    await context.close()
  })

  it.each([
    { start: '/', words: 'task_not_open', found: '/problems/bpm.task_not_open/' },
    { start: '/zh-CN/', words: '加签', found: '/zh-CN/people/deciding.html' },
  ])('finds $words', async ({ start, words, found }) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(served.url + start, { waitUntil: 'networkidle' })
    const input = page.locator('#localsearch-input')
    // Nobody listens to the keys before the page's program has begun.
    const open = async (): Promise<number> => {
      await page.keyboard.press('Control+k')
      return input.count()
    }
    await expect.poll(open).toBe(1)
    await input.fill(words)
    const results = page.locator(`#localsearch-list a[href^="${found}"]`)
    await results.first().waitFor()
    expect(await results.count()).toBeGreaterThan(0)
    await page.close()
  })
})

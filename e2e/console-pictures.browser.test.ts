// @module-tag chromium
// Each page is compared with a picture of it, at half its size, with answers that were recorded on the day of the pictures.
// What is meant to look otherwise is taken anew with PICTURES=write, and looked at before it is committed.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest'
import { actOn, findTask } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { signInByKeyboard } from './support/console.ts'
import { everyPage } from './support/every-page.ts'
import { createExpense } from './support/expenses.ts'
import { compare } from './support/picture.ts'
import { platform, userNamed } from './support/platform.ts'
import { replay, type Recorded, type Replay } from './support/recorded.ts'

/** All that pictures were made of. */
interface Recording {
  /** The time that it is on every page: some minutes after all that they show. */
  readonly at: string
  /** How wide a word is in each script, by language: with other fonts no picture is the same. */
  readonly fonts: Record<string, string>
  readonly people: Record<string, Recorded & { readonly paths: readonly string[] }>
}

const writes = process.env['PICTURES'] === 'write'
const pictures = new URL('pictures/', import.meta.url)
/** Of what differs, beside what was expected. */
const differences = new URL('../.local/pictures/', import.meta.url)
const recordingFile = new URL('recording.json', pictures)

/** Of all points: a word is more. Answers are the same each time, so a page that has not changed has none. */
const mostOtherwise = 0.0001

let browser: Browser
let recording: Recording
beforeAll(async () => {
  browser = await startChromium()
  recording = writes
    ? { at: new Date(Date.now() + 20 * 60_000).toISOString(), fonts: {}, people: {} }
    : (JSON.parse(await readFile(recordingFile, 'utf8')) as Recording)
})
afterAll(async () => {
  if (writes) await writeFile(recordingFile, `${JSON.stringify(recording, undefined, 1)}\n`)
  await browser?.close()
})

interface Look {
  readonly language: 'en' | 'zh-CN'
  readonly scheme: 'light' | 'dark'
  readonly width: number
  readonly height: number
}

const looks: readonly Look[] = [
  { language: 'en', scheme: 'light', width: 1440, height: 900 },
  { language: 'zh-CN', scheme: 'dark', width: 390, height: 844 },
]

const cases = Object.keys(everyPage).flatMap((username) =>
  looks.map((look) => ({ username, look, language: look.language })),
)

it.for(cases)(
  'the pages of $username look as they did: $language',
  // Each page is loaded, and loads what it shows.
  { timeout: 600_000 },
  async ({ username, look }, context) => {
    const { page, replayed } = await openAs(username, look)
    const paths = recording.people[username]?.paths ?? []
    const found: string[] = []
    for (const path of paths) {
      await page.goto(`${platform().baseUrl}/console${path}`)
      await page.locator('main h1, main h2').first().waitFor()
      if (path === paths[0]) await refuseOtherFonts(page, look.language, context)
      const name = `${nameOf(path)}.${look.language}`
      const fault = await lookAt(page, replayed, name)
      if (fault !== undefined) found.push(fault)
    }
    await page.context().close()
    expect(
      [...replayed.unknown],
      'asked, and not recorded: PICTURES=write takes them anew',
    ).toEqual([])
    expect(found).toEqual([])
  },
)

async function openAs(username: string, look: Look): Promise<{ page: Page; replayed: Replay }> {
  const context = await browser.newContext({
    locale: look.language,
    colorScheme: look.scheme,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    viewport: { width: look.width, height: look.height },
    deviceScaleFactor: 0.5,
  })
  context.setDefaultTimeout(60_000)
  await context.clock.setFixedTime(recording.at)
  if (writes) await begin(username)
  const recorded = recording.people[username]
  if (recorded === undefined) throw new Error(`no pictures of ${username}`)
  const replayed = await replay(context, recorded, writes)
  const page = await context.newPage()
  if (writes) {
    await page.goto(`${platform().baseUrl}/console/account`)
    await signInByKeyboard(page, username, userNamed(username).password)
    await page.locator('main h1').waitFor()
  }
  return { page, replayed }
}

/** What there is to see of a person's pages, made once. */
async function begin(username: string): Promise<void> {
  const { people } = recording
  if (Object.keys(people).length === 0) await makeApprovals()
  people[username] ??= { paths: (await everyPage[username]?.()) ?? [], claims: {}, answers: {} }
}

/** Says how a page differs from its picture once nothing moves any more. */
async function lookAt(page: Page, { open }: Replay, name: string): Promise<string | undefined> {
  const file = new URL(`${name}.png`, pictures)
  const expected = writes ? undefined : await readFile(file)
  let last: Buffer | undefined
  for (let tries = 1; ; tries += 1) {
    await expect.poll(() => open.size, { message: name }).toBe(0)
    await expect.poll(() => page.locator('[aria-busy=true]').count(), { message: name }).toBe(0)
    await page.evaluate(hideAddress)
    const is = await page.screenshot({ animations: 'disabled' })
    if (expected === undefined) {
      if (last?.equals(is) === true) {
        await writeFile(file, is)
        return undefined
      }
      last = is
      continue
    }
    const { share, seen } = compare(is, expected)
    if (share <= mostOtherwise) return undefined
    if (tries < mostTries) continue
    await mkdir(differences, { recursive: true })
    await writeFile(new URL(`${name}.png`, differences), is)
    if (seen !== undefined) await writeFile(new URL(`${name}.difference.png`, differences), seen)
    return `${name}: ${(share * 100).toFixed(2)} % of its points (.local/pictures)`
  }
}

/** Each platform has a port of its own. */
const hideAddress = `{
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    if (text.data.includes(location.origin))
      text.data = text.data.replaceAll(location.origin, 'https://platform.example')
  }
}`

/** What comes last on a page has come by then. */
const mostTries = 10

async function refuseOtherFonts(
  page: Page,
  language: string,
  { skip }: TestContext,
): Promise<void> {
  const fonts = await page.evaluate<string>(`['Countersign', '审批事项'].map((word) => {
    const span = document.createElement('span')
    span.style.cssText = 'position: absolute; font-size: 100px'
    span.textContent = word
    document.body.append(span)
    const { width } = span.getBoundingClientRect()
    span.remove()
    return Math.round(width)
  }).join(' ')`)
  if (writes) recording.fonts[language] = fonts
  if (fonts !== recording.fonts[language])
    skip('the pictures were taken with other fonts: those of .ci/run')
}

/** `/documents/{an id}?tab=shares` as `documents-one-shares`. */
function nameOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://console')
  const isId = (part: string) => /\d/.test(part)
  const parts = [...pathname.slice(1).split('/'), ...searchParams.values()]
  return parts.map((part) => (isId(part) ? 'one' : part)).join('-')
}

/** An office's day, so that pages have something to show. */
async function makeApprovals(): Promise<void> {
  const approvals = [
    ['Train tickets to Hamburg', 184.5, 'approve'],
    ['Standing desk', 649, 'reject'],
    ['Booth at the trade fair', 8_400, 'approve'],
    ['上海出差住宿费', 2_360, undefined],
    ['Conference tickets, two persons', 1_780, undefined],
    ['Catering for the summer party', 2_950, undefined],
  ] as const
  for (const [title, amount, action] of approvals) {
    const { instanceId } = await createExpense({ title, amount })
    if (action === undefined) continue
    await actOn(await findTask('manager', instanceId), 'manager', action, { comment: 'As agreed.' })
  }
}

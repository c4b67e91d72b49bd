// @module-tag chromium
import { findProgram } from '@countersign/test-kit/optional-tools'
import axe from 'axe-core'
import { sql } from 'kysely'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../testing/api.ts'
import { deliver, lastLinkTo, startMailingIam, type MailingIam } from '../../testing/mailbox.ts'
import { authorize, discoverSpa } from '../../testing/sign-in.ts'
import { acme, callback, world } from '../../testing/world.ts'

let iam: MailingIam
let browser: Browser
const address = 'employee@acme.example'
const chosen = 'quiet harbour lanterns at dusk'

beforeAll(async () => {
  iam = await startMailingIam()
  await iam.seed(world)
  await sql`update users set email_verified_at = now() where username = 'employee'`.execute(
    iam.deps.db,
  )
  browser = await chromium.launch({
    executablePath: findProgram('chromium', process.env) ?? '',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'],
  })
})
afterAll(async () => {
  await browser.close()
  await iam.stop()
})

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

async function findFaults(page: Page): Promise<string[]> {
  // By the debugger: the policy of the page lets no script in.
  await page.evaluate(axe.source)
  const violations = await page.evaluate<Violation[]>(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }).then((r) => r.violations)`,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** A page of a browser of its own, with what its policy refused and where its requests went. */
async function openPage(options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ locale: 'en', ...options })
  const page = await context.newPage()
  const refused: string[] = []
  const requests: { url: string; referer: string | undefined }[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  page.on('request', (request) => {
    const { referer } = request.headers()
    requests.push({ url: request.url(), referer })
  })
  return { context, page, refused, requests }
}

const signInUrl = async () => (await authorize(await discoverSpa(iam.url))).url.href

/** From "forgot" on the sign-in page to the application, by the keyboard. */
async function choosePassword(page: Page): Promise<void> {
  await page.goto(await signInUrl())
  await page.locator('.forgot a').focus()
  await page.keyboard.press('Enter')
  await page.locator('#username:focus').waitFor()
  expect(await findFaults(page)).toEqual([])
  await page.keyboard.type('employee')
  await page.keyboard.press('Enter')
  await page.locator('.back a').waitFor()
  expect(await findFaults(page)).toEqual([])
  await deliver(iam)
  await page.goto(lastLinkTo(iam, address))
  expect(await findFaults(page)).toEqual([])
  await page.fill('#password', 'short')
  await page.fill('#repeat', 'short')
  await page.keyboard.press('Enter')
  await page.locator('[role=alert]').waitFor()
  expect(await findFaults(page)).toEqual([])
}

async function signIn(page: Page): Promise<void> {
  await page.fill('#password', chosen)
  await page.fill('#repeat', chosen)
  await page.keyboard.press('Enter')
  await page.locator('a.button').waitFor()
  expect(await findFaults(page)).toEqual([])
  await page.locator('a.button').click()
  await page.fill('#username', 'employee')
  await page.fill('#password', chosen)
  // Nobody listens there; where the browser was sent is enough.
  const back = page.waitForRequest((request) => request.url().startsWith(callback))
  await page.keyboard.press('Enter')
  expect((await back).url()).toContain('code=')
}

describe('a forgotten password in a browser', () => {
  it('leads by a mail to a new one, and on to the application that asked', async () => {
    const { context, page, refused, requests } = await openPage()
    await choosePassword(page)
    await signIn(page)
    expect(refused).toEqual([])
    // What the address of the page holds went nowhere.
    const told = requests.filter(({ referer }) => referer?.includes('token=') === true)
    expect(told).toEqual([])
    const elsewhere = requests.filter(
      ({ url }) => !url.startsWith(iam.url) && !url.startsWith(callback),
    )
    expect(elsewhere).toEqual([])
    await context.close()
  })

  it('does so without a script', async () => {
    await sql`update users set password_hash = null where username = 'employee'`.execute(
      iam.deps.db,
    )
    await sql`delete from sign_in_budgets`.execute(iam.deps.db)
    const { context, page } = await openPage({ javaScriptEnabled: false })
    await page.goto(await signInUrl())
    expect(await page.locator('button.show:visible').count()).toBe(0)
    await page.locator('.forgot a').click()
    await page.fill('#username', address)
    await page.locator('button[type=submit]').click()
    await page.locator('.back a').waitFor()
    await deliver(iam)
    await page.goto(lastLinkTo(iam, address))
    await page.fill('#password', `${chosen}!`)
    await page.fill('#repeat', `${chosen}!`)
    await page.locator('button[type=submit]').click()
    await page.locator('h1', { hasText: 'The password is set' }).waitFor()
    await context.close()
  })
})

it('a password is shown while its button is pressed in, by the keyboard too, and sent hidden', async () => {
  const { context, page } = await openPage()
  await page.goto(await signInUrl())
  await page.fill('#password', 'what I typed')
  const type = () => page.locator('#password').getAttribute('type')
  const button = page.locator('button.show')
  expect(await button.getAttribute('aria-pressed')).toBe('false')
  await button.focus()
  await page.keyboard.press('Space')
  expect([await type(), await button.getAttribute('aria-pressed')]).toEqual(['text', 'true'])
  expect(await page.inputValue('#password')).toBe('what I typed')
  expect(await findFaults(page)).toEqual([])
  await button.click()
  expect(await type()).toBe('password')
  await context.close()
})

it('a language chosen on the page stays, in this sign-in and in the next', async () => {
  const { context, page } = await openPage()
  const language = () => page.locator('html').getAttribute('lang')
  await page.goto(await signInUrl())
  expect(await language()).toBe('en')
  await page.locator('.languages a', { hasText: '中文' }).click()
  expect(await language()).toBe('zh-CN')
  expect(await findFaults(page)).toEqual([])
  await page.fill('#username', 'employee')
  await page.fill('#password', 'wrong')
  await page.keyboard.press('Enter')
  await page.locator('[role=alert]').waitFor()
  expect(await language()).toBe('zh-CN')
  await page.goto(await signInUrl())
  expect(await language()).toBe('zh-CN')
  await page.locator('.forgot a').click()
  await page.locator('.languages a', { hasText: 'English' }).click()
  expect(await language()).toBe('en')
  await context.close()
})

it('an invitation is accepted in a browser, narrow and dark, with a password of one’s own', async () => {
  const admin = await apiAs(iam.url, 'admin')
  await admin('PUT', `/tenants/${acme}/branding`, { name: 'Acme Works', colour: '#ffd400' })
  await admin('POST', '/invitations', { email: 'guest@else.example', roles: ['finance'] })
  await deliver(iam)
  const { context, page, refused } = await openPage({
    colorScheme: 'dark',
    viewport: { width: 360, height: 900 },
  })
  await page.goto(lastLinkTo(iam, 'guest@else.example'))
  expect(await findFaults(page)).toEqual([])
  await page.fill('#displayName', 'Guest Person')
  await page.fill('#username', 'guest')
  await page.fill('#password', chosen)
  await page.fill('#repeat', chosen)
  await page.locator('button[value=create]').click()
  await page.locator('h1', { hasText: 'You belong to Acme' }).waitFor()
  expect(await findFaults(page)).toEqual([])
  expect(refused).toEqual([])
  await context.close()
})

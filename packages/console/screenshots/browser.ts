import { readFile } from 'node:fs/promises'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

/** What `platform.json` says, as far as pictures need it. */
export interface Platform {
  readonly baseUrl: string
  readonly console: string
  readonly sampleApp: { readonly baseUrl: string }
  readonly users: readonly { readonly username: string; readonly password: string }[]
}

export interface Look {
  readonly language: 'en' | 'zh-CN'
  readonly scheme: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  readonly hasTouch?: boolean
}

export const windowArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function readPlatform(file: string): Promise<Platform> {
  // The launcher wrote it for programs to read; its shape is the contract's.
  return JSON.parse(await readFile(file, 'utf8')) as Platform
}

export function startBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: windowArgs })
}

/** A browser window of its own, as somebody with these preferences has it. */
export function openWindow(browser: Browser, look: Look): Promise<BrowserContext> {
  return browser.newContext({
    locale: look.language,
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
    // Lists that a measurement makes up would not come through one.
    serviceWorkers: 'block',
    deviceScaleFactor: 1,
    hasTouch: look.hasTouch ?? false,
    viewport: { width: look.width ?? 1280, height: look.height ?? 800 },
  })
}

/** Opens the console at a path below `/console`, signing the person in on the way. */
export async function openConsole(
  context: BrowserContext,
  platform: Platform,
  username: string,
  path: string,
): Promise<Page> {
  const user = platform.users.find((known) => known.username === username)
  if (user === undefined) throw new Error(`platform.json names no ${username}`)
  const page = await context.newPage()
  await page.goto(new URL(path.replace(/^\//, ''), platform.console).href)
  await page.locator('input[name=username], #content').first().waitFor()
  if (new URL(page.url()).pathname.startsWith('/signin')) {
    await page.locator('input[name=username]').fill(user.username)
    await page.locator('input[name=password]').fill(user.password)
    await page.locator('button[type=submit]').first().click()
  }
  await page.locator('#content').waitFor()
  return page
}

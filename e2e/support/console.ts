import { expect } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { accessibilityFaults } from './axe.ts'
import { platform, userNamed } from './platform.ts'

export interface Look {
  readonly language?: 'en' | 'zh-CN'
  readonly scheme?: 'light' | 'dark'
  /** Of the window, in pixels of CSS. */
  readonly width?: number
}

/** A console in a browser window of its own, and what went wrong in it unseen. */
export interface OpenConsole {
  readonly context: BrowserContext
  readonly page: Page
  /** Faults of scripts, and what the page's policy had to stop. */
  readonly faults: string[]
  /** Errors and warnings that the browser's console shows, a request that failed among them. */
  readonly messages: string[]
}

/** Opens the console at a path below `/console` as somebody who signs in on the way. */
export async function openConsole(
  browser: Browser,
  username: string,
  path: string,
  options: Look & {
    readonly password?: string
    /** With a finger in place of a mouse. */
    readonly hasTouch?: boolean
    /** Before anything is asked for. */
    readonly prepare?: (page: Page) => Promise<void>
    /** Lets the console have its service worker; answers made up by a test could be hidden from it. */
    readonly worker?: boolean
  } = {},
): Promise<OpenConsole> {
  const { language = 'en', scheme = 'light', width = 1280 } = options
  const password = options.password ?? userNamed(username).password
  const context = await browser.newContext({
    locale: language,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    serviceWorkers: options.worker === true ? 'allow' : 'block',
    hasTouch: options.hasTouch ?? false,
    viewport: { width, height: 800 },
  })
  context.setDefaultTimeout(60_000)
  const faults: string[] = []
  context.on('weberror', (fault) => faults.push(String(fault.error())))
  const messages: string[] = []
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text())
    if (!['error', 'warning'].includes(message.type())) return
    // The driver's own word for what it was asked for above.
    if (message.text().includes('Service Worker registration blocked')) return
    messages.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  const page = await context.newPage()
  await options.prepare?.(page)
  await page.goto(`${platform().baseUrl}/console${path}`)
  await signInByKeyboard(page, username, password)
  await page.locator('main h1').waitFor()
  return { context, page, faults, messages }
}

/** The way everybody can take: the first field has the focus, Tab leads on, Enter sends. */
export async function signInByKeyboard(
  page: Page,
  username: string,
  password: string,
): Promise<void> {
  await page.locator('input[name=username]:focus').waitFor()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

/** Fails on anything that axe finds on the page as it is now. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  expect((await accessibilityFaults(page)).map((fault) => `${what}: ${fault}`)).toEqual([])
}

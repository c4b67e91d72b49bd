// @module-tag chromium
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole, type Look } from './support/console.ts'
import { platform } from './support/platform.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

const words = {
  en: {
    new: 'Register an application',
    pages: 'Pages in a browser',
    name: 'Name',
    after: 'Addresses after sign-in',
    out: 'Addresses after sign-out',
    bad: 'has to begin with https://',
    register: 'Register',
    for: 'For',
    done: 'Done',
    settings: 'Settings for the application',
  },
  'zh-CN': {
    new: '注册应用',
    pages: '浏览器页面',
    name: '名称',
    after: '登录后的地址',
    out: '退出后的地址',
    bad: '须以 https:// 开头',
    register: '注册',
    for: '用于',
    done: '已完成',
    settings: '应用的配置',
  },
} as const

const looks: readonly Required<Look>[] = [
  { language: 'en', scheme: 'light', width: 1440 },
  { language: 'zh-CN', scheme: 'dark', width: 320 },
]

const isWithin = async (page: Page, width: number) =>
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
    width,
  )

it.each(looks)(
  'pages are registered with addresses that were looked at, and their settings are there to copy: $language, $width',
  async (look) => {
    const say = words[look.language]
    const name = `Pages ${look.language} ${Date.now().toString(36)}`
    const { page, context, faults } = await openConsole(browser, 'admin', '/clients', look)
    await page.getByRole('button', { name: say.new }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: say.pages }).click()
    await dialog.getByLabel(say.name).fill(name)

    await dialog.getByLabel(say.after).fill('http://pages.example/callback')
    await dialog.getByText(say.bad).waitFor()
    await dialog.getByLabel(say.after).fill('https://pages.example/callback')
    await dialog.getByText(say.bad).waitFor({ state: 'detached' })
    await dialog.getByLabel(say.after).press('Enter')
    await dialog.getByLabel(say.out).fill('https://pages.example/')
    await dialog.getByLabel(say.out).press('Enter')
    await expectAccessible(page, 'fields of an application')
    const registering = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/clients'),
    )
    await dialog.getByRole('button', { name: say.register, exact: true }).click()
    const { id } = (await (await registering).json()) as { id: string }

    await dialog.getByText('redirect_uri: "https://pages.example/callback"').waitFor()
    await dialog.getByLabel(say.for).selectOption('spring')
    await dialog.getByText('client-authentication-method=none').waitFor()
    await expectAccessible(page, 'settings of an application')
    await isWithin(page, look.width)
    await dialog.getByRole('button', { name: say.done, exact: true }).click()

    await page.goto(`${platform().baseUrl}/console/clients/${id}`)
    await page.getByRole('heading', { level: 2, name: say.settings }).waitFor()
    await page.getByText('redirect_uri: "https://pages.example/callback"').waitFor()
    await isWithin(page, look.width)
    expect(faults).toEqual([])
    await context.close()
  },
)

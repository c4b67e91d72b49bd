// @module-tag chromium
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findTask } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole, type Look } from './support/console.ts'
import { createExpense } from './support/expenses.ts'
import { platform } from './support/platform.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

const pages = {
  manager: ['/inbox', '/inbox?task={task}', '/inbox?box=done', '/tasks/{task}'],
  employee: ['/started', '/approvals/{instance}', '/start', '/start/expense', '/delegation'],
  admin: ['/dashboard', '/approvals', '/nowhere'],
} as const

const looks: readonly Required<Look>[] = [
  { language: 'en', scheme: 'light', width: 1280 },
  { language: 'zh-CN', scheme: 'dark', width: 1280 },
]

const cases = Object.entries(pages).flatMap(([username, paths]) =>
  looks.map((look) => ({ username, paths, look, name: `${look.language}, ${look.scheme}` })),
)

it.each(cases)(
  'axe finds nothing serious on the pages of $username, and the console shows no error: $name',
  async ({ username, paths, look }) => {
    const { instanceId } = await createExpense({ title: 'Lamp', amount: 70 })
    const taskNo = await findTask('manager', instanceId)
    const { page, context, faults, messages } = await openConsole(browser, username, paths[0], look)
    for (const pattern of paths) {
      const path = pattern.replace('{task}', taskNo).replace('{instance}', instanceId)
      await page.goto(`${platform().baseUrl}/console${path}`)
      await page.locator('main h1, main h2').first().waitFor()
      const busy = page.locator('[aria-busy=true]')
      await expect.poll(() => busy.count(), { message: path }).toBe(0)
      expect(await page.locator('html').getAttribute('lang')).toBe(look.language)
      await expectAccessible(page, path)
    }
    expect(faults).toEqual([])
    expect(messages).toEqual([])
    await context.close()
  },
)

it('rows that open are reached and opened by the keyboard alone', async () => {
  const { page, context } = await openConsole(browser, 'admin', '/processes')
  await page.locator('[data-row]').first().waitFor()
  // From the button before the table, again if the list has come anew in between.
  const reachRow = async () => {
    await page.getByRole('button', { name: 'New process' }).focus()
    await page.keyboard.press('Tab')
    return page.locator('[data-row]:focus').count()
  }
  await expect.poll(reachRow).toBe(1)
  await page.keyboard.press('ArrowDown')
  await page.locator('[aria-rowindex="3"]:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/processes\/[0-9a-f-]{36}/)
  await context.close()
})

it('what a person may not do is not offered, and not shown to who knows the address', async () => {
  const { page, context } = await openConsole(browser, 'employee', '/inbox')
  const offered = page.getByRole('navigation', { name: 'Main' })
  await offered.getByRole('link', { name: 'New approval' }).waitFor()
  expect(await offered.getByRole('link', { name: 'Dashboard' }).count()).toBe(0)
  await page.goto(`${platform().baseUrl}/console/dashboard`)
  await page.getByText('You may not do this').waitFor()
  await context.close()
})

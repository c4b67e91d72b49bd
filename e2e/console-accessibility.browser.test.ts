// @module-tag chromium
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startChromium } from './support/chromium.ts'
import { openConsole } from './support/console.ts'
import { platform } from './support/platform.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

it('rows that open are reached and opened by the keyboard alone', async () => {
  const { page, context } = await openConsole(browser, 'admin', '/processes')
  await page.locator('[data-row]').first().waitFor()
  // From the button before the table, again if the list has come anew in between.
  const reachRow = async () => {
    await page.getByRole('button', { name: 'New process' }).focus()
    const row = page.locator('[data-row]:focus')
    // The names of the columns come before it: they sort.
    for (let column = 0; column < 10 && (await row.count()) === 0; column += 1)
      await page.keyboard.press('Tab')
    return row.count()
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

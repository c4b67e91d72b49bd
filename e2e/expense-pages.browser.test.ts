// @module-tag chromium
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults } from './support/axe.ts'
import { startChromium } from './support/chromium.ts'
import { platform, userNamed } from './support/platform.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(() => browser?.close())

const sample = () => platform().sampleApp.baseUrl

/** A browser of this person, signed in to the sample application by its own page. */
async function openAs(username: string, path = '/', options: object = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', ...options })
  const page = await context.newPage()
  await page.goto(sample() + path)
  await page.getByLabel(/user ?name|用户名/i).fill(username)
  await page.locator('input[type=password]').fill(userNamed(username).password)
  await page.locator('button[type=submit]').first().click()
  await page.waitForURL(`${sample()}${path}`)
  await page.locator('main h1').waitFor()
  return page
}

async function submitExpense(page: Page, title: string): Promise<string> {
  await page.getByRole('link', { name: 'New expense' }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Amount').fill('1640.50')
  await page.getByLabel('Reason').fill('Stand and travel')
  await page.getByLabel('Attachments').setInputFiles({
    name: 'offer.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('two nights'),
  })
  await page.getByText('offer.txt').waitFor()
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await page.waitForURL(/\/expenses\/[0-9a-f-]{36}$/)
  return new URL(page.url()).pathname
}

async function decide(page: Page, action: string, comment: string): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click()
  const form = page.getByRole('form', { name: action })
  await form.getByLabel('Comment').fill(comment)
  await form.getByRole('button', { name: action }).click()
}

describe('the pages of the sample application', () => {
  it('[BPM-14] [BPM-15] [BPM-22] walk an expense from submission over return and resubmission to approval', async () => {
    const employee = await openAs('employee')
    const title = `Fair <img src=x onerror=alert(1)> ${Date.now()}`
    const path = await submitExpense(employee, title)
    await employee.getByRole('heading', { name: title, level: 1 }).waitFor()

    const manager = await openAs('manager', path)
    await decide(manager, 'Return', 'Who travels?')
    await manager.getByText('Returned').first().waitFor()

    await employee.getByRole('heading', { name: 'Correct and resubmit' }).waitFor()
    await employee.getByText('Who travels?').waitFor()
    await employee.getByLabel('Amount').fill('900')
    await employee.getByLabel('Reason').fill('Stand and travel, for Ann')
    await employee.getByRole('button', { name: 'Resubmit' }).click()
    await employee.getByText('In approval').waitFor()

    await manager.reload()
    await decide(manager, 'Approve', 'Fine')
    await employee.getByText('Approved').first().waitFor()
    await employee.getByText('Received events').click()
    for (const type of ['started', 'returned', 'resubmitted', 'approved']) {
      await employee.getByText(`instance.${type}`).waitFor()
    }
  })

  it('[V10.1.1] [V7.6.2] [IAM-19] sign somebody in silently who has a session, and keep no token in any storage', async () => {
    const page = await openAs('employee')
    await page.goto(`${platform().baseUrl}/`)
    await page.goto(`${sample()}/new`)
    await page.getByRole('heading', { name: 'New expense' }).waitFor()
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    expect(stored).not.toMatch(/eyJ|token/)
  })

  it('[DMS-07] open an attachment for those who decide, and show nothing to outsiders', async () => {
    const employee = await openAs('employee')
    const path = await submitExpense(employee, 'Books')
    const manager = await openAs('manager', path)
    const download = manager
      .context()
      .waitForEvent('page')
      .then((page) => page.waitForEvent('download'))
    await manager.getByRole('button', { name: 'Open offer.txt' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toBe('two nights')
    const outsider = await openAs('outsider')
    await outsider.goto(sample() + path)
    await outsider.getByText('There is no such expense').waitFor()
  })

  it.each([
    ['en-GB', 'light', 1100],
    ['zh-CN', 'dark', 390],
  ] as const)('are accessible in %s, %s, %i wide', async (locale, colorScheme, width) => {
    const options = { locale, colorScheme, viewport: { width, height: 800 } }
    const page = await openAs('employee', '/', options)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.goto(`${sample()}/new`)
    await page.locator('form').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.goto(`${sample()}/`)
    await page.locator('.list a').first().click()
    await page.locator('approval-panel').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const wide = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth'
    expect(await page.evaluate(wide)).toBe(true)
  })

  it('show the expense alone inside a page of the platform, and in no frame of others', async () => {
    const page = await openAs('employee')
    const path = await submitExpense(page, 'Framed')
    const framedBy = async (origin: string) => {
      const body = `<!doctype html><iframe name="detail" src="${sample()}${path}"></iframe>`
      await page.route(`${origin}/framing`, (route) =>
        route.fulfill({ contentType: 'text/html', body }),
      )
      await page.goto(`${origin}/framing`)
      return page.frameLocator('iframe')
    }
    const athome = await framedBy(platform().baseUrl)
    await athome.getByRole('heading', { name: 'Framed' }).waitFor()
    expect(await athome.locator('approval-panel, header').count()).toBe(0)
    const stranger = await framedBy('http://stranger.example')
    await expect.poll(() => page.frames().at(1)?.url()).toContain('chrome-error')
    expect(await stranger.getByRole('heading', { name: 'Framed' }).count()).toBe(0)
  })
})

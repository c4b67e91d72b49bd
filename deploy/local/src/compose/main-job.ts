import { findProgram } from '@countersign/test-kit/optional-tools'
import { chromium, type Browser, type Page } from 'playwright-core'
import type { Platform } from '../seed/platform.ts'

/**
 * The main job as people do it, in a browser: an employee signs in to the sample application, hands in
 * an expense with a file and sees it approved once the manager has signed in to the console and decided.
 */
export async function runMainJob(platform: Platform): Promise<void> {
  const executablePath = findProgram('chromium', process.env)
  if (executablePath === undefined) throw new Error('install Chromium or set CHROMIUM_PATH')
  const args = ['--headless', '--no-sandbox', '--disable-gpu']
  const browser = await chromium.launch({ executablePath, args })
  try {
    const title = `Trade fair ${Date.now()}`
    const employee = await openAs(browser, platform, 'employee', platform.sampleApp.baseUrl)
    await submitExpense(employee, title)
    const manager = await openAs(browser, platform, 'manager', `${platform.baseUrl}/console/`)
    await approve(manager, title)
    // The application knows it by an event that was delivered to it.
    await employee.getByText('Approved').first().waitFor()
    await employee.getByText('Received events').click()
    await employee.getByText('instance.approved').waitFor()
  } finally {
    await browser.close()
  }
}

async function openAs(
  browser: Browser,
  platform: Platform,
  username: string,
  address: string,
): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  await page.goto(address)
  await page.locator('input[name=username]').fill(username)
  const { password = '' } = platform.users.find((user) => user.username === username) ?? {}
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit]').first().click()
  await page.locator('main h1').waitFor()
  return page
}

async function submitExpense(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: 'New expense' }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Amount').fill('120')
  await page.getByLabel('Reason').fill('Stand and travel')
  const offer = { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('two nights') }
  await page.getByLabel('Attachments').setInputFiles(offer)
  await page.getByText('offer.txt').waitFor()
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
}

async function approve(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('heading', { name: title }).waitFor()
  await page.keyboard.press('a')
  await page.getByRole('form', { name: 'Approve' }).getByLabel('Comment').fill('Worth it')
  await page.keyboard.press('Control+Enter')
  await page.getByText(`Approved: ${title}`).waitFor()
}

// @module-tag chromium
import { expect, it } from 'vitest'
import { startBrowser } from './testing/browser.ts'
import { buildPlainPage } from './testing/bundle.ts'
import { startTestServer } from './testing/server.ts'

it('[BPM-22] the plain page of the examples decides a task, without a bundler and under a strict policy', async () => {
  const server = await startTestServer(await buildPlainPage())
  const browser = await startBrowser()
  try {
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    await page.goto(`${server.url}/plain.html`)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page
      .getByRole('form', { name: 'Approve' })
      .getByRole('button', { name: 'Approve' })
      .click()
    await page.getByText('T-1: approve').waitFor()
    for (const { headers } of server.received)
      expect(headers.authorization).toBe('Bearer of-the-user')
    const visit = page.waitForRequest(`${server.url}/expenses/EX-2041`)
    await page.getByRole('button', { name: 'Open details' }).click()
    await visit
    expect(faults).toEqual([])
  } finally {
    await browser.close()
    await server.stop()
  }
})

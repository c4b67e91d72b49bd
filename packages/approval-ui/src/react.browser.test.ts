// @module-tag chromium
import { expect, it } from 'vitest'
import { startBrowser } from './testing/browser.ts'
import { buildReactPage } from './testing/bundle.ts'
import { startTestServer } from './testing/server.ts'

it('[BPM-22] the React wrapper passes the task and the transport, and hears what was decided', async () => {
  const server = await startTestServer(await buildReactPage())
  const browser = await startBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`${server.url}/react`)
    await page.getByRole('button', { name: 'Open details' }).click()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    const form = page.getByRole('form', { name: 'Approve' })
    await form.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Done: Approve').waitFor()
    await page.getByText('T-1: approve').waitFor()
    // Twice mounted in strict mode, and still heard once.
    expect(await page.evaluate('opened')).toEqual(['/expenses/EX-2041'])
    for (const { headers } of server.received)
      expect(headers.authorization).toBe('Bearer of-the-user')
  } finally {
    await browser.close()
    await server.stop()
  }
})

// @module-tag chromium
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { bundle } from './support/bundle.ts'
import { startChromium } from './support/chromium.ts'
import { openCutLine } from './support/cut-line.ts'
import { clientFor, userNamed } from './support/platform.ts'
import { signIn } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

/** What a page of an application does: a file goes up and comes back. */
const code = `
import { createClient, download, upload } from '@countersign/client'

const hashOf = async (bytes) =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0')).join('')

globalThis.sendAndReceive = async (baseUrl, token) => {
  const { dms } = createClient({ baseUrl, token: () => token, retry: { baseDelayMs: 20 } })
  const bytes = new Uint8Array(20_000_000).map((_, at) => at % 251)
  const steps = []
  const { versionId, sha256 } = await upload(dms, new File([bytes], 'plan.bin'), {
    fileName: 'plan.bin',
    onProgress: ({ storedBytes }) => steps.push(storedBytes),
  })
  const { stream } = await download(dms.downloadVersion, { path: { versionId } })
  const received = await hashOf(await new Response(stream).arrayBuffer())
  const refusal = await dms.getVersion({ path: { versionId: 'none' } }).catch((error) => error)
  return { sent: await hashOf(bytes), sha256, received, steps, code: refusal.code }
}`

it('[DMS-02] a page of another origin sends and gets a file over a line that breaks', async () => {
  const client = clientFor('sample-spa')
  const { username, password } = userNamed('employee')
  const { accessToken } = await signIn({ username, password, client })
  const { origin } = new URL(client.redirectUris?.[0] ?? '')
  const line = await openCutLine()
  onTestFinished(line.close)
  const files = await bundle('client-page', code)
  const page = await browser.newPage()
  await page.route(`${origin}/**`, (route) => {
    const script = files.get(new URL(route.request().url()).pathname)
    if (script !== undefined) return route.fulfill({ contentType: 'text/javascript', body: script })
    const body =
      '<!doctype html><title>Page</title><script type="module" src="/client-page.js"></script>'
    return route.fulfill({ contentType: 'text/html', body })
  })
  await page.goto(`${origin}/page`)
  await page.waitForFunction('globalThis.sendAndReceive !== undefined')

  line.cutAfterSent(3_000_000, 2)
  const call = `sendAndReceive(${JSON.stringify(line.baseUrl)}, ${JSON.stringify(accessToken)})`
  const { sent, ...seen } = (await page.evaluate(call)) as { readonly sent: string }
  expect(line.cuts()).toBe(2)
  expect(seen).toMatchObject({ sha256: sent, received: sent, code: 'dms.invalid_request' })
  expect(seen).toHaveProperty('steps', expect.arrayContaining([20_000_000]))
})

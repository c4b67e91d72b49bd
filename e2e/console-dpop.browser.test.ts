// @module-tag chromium
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { startChromium } from './support/chromium.ts'
import { openConsole } from './support/console.ts'
import { createExpense } from './support/expenses.ts'
import { platform, userNamed } from './support/platform.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

const off = '<meta name="countersign-dpop" content="off"'

/**
 * Gives the page what a gateway with CONSOLE_DPOP=true would, also where a sign-in leads back to it:
 * routes of Playwright do not see what a redirect leads to.
 */
async function turnOn(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Fetch.requestPaused', (paused) => void give(paused))
  const urlPattern = `${platform().baseUrl}/console/*`
  const pattern = { urlPattern, resourceType: 'Document', requestStage: 'Response' } as const
  await devtools.send('Fetch.enable', { patterns: [pattern] })

  async function give({ requestId, responseStatusCode = 200, responseHeaders = [] }: Paused) {
    const { body } = await devtools.send('Fetch.getResponseBody', { requestId })
    const text = Buffer.from(body, 'base64').toString()
    await devtools.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: responseStatusCode,
      responseHeaders,
      body: Buffer.from(text.replace(off, off.replace('off', 'on'))).toString('base64'),
    })
  }
}

interface Paused {
  readonly requestId: string
  readonly responseStatusCode?: number
  readonly responseHeaders?: { name: string; value: string }[]
}

/** What the console itself sends to services; the application in its frame is another one. */
function watch(page: Page): Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    const { baseUrl } = platform()
    const isOfConsole = request.frame().url().startsWith(`${baseUrl}/console/`)
    if (isOfConsole && request.url().startsWith(`${baseUrl}/api/`)) sent.push(request)
  })
  return sent
}

const authorizationOf = (request: Request): string => request.headers()['authorization'] ?? ''

async function withdraw(page: Page, instanceId: string): Promise<void> {
  await page.goto(`${platform().baseUrl}/console/approvals/${instanceId}`)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.locator('main').getByText('Withdrawn').first().waitFor()
}

async function upload(page: Page, name: string): Promise<void> {
  await page.goto(`${platform().baseUrl}/console/documents`)
  await page.locator('[role=table], [role=status]').first().waitFor()
  const file = { name: `${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from('for a key') }
  await page.locator('main input[type=file]').setInputFiles(file)
  await page.getByText('Uploads finished').waitFor()
  await page.getByRole('link', { name }).click()
  await page.getByText('for a key').waitFor({ timeout: 60_000 })
  // The document service starts the approval with the person's token.
  await page.getByRole('tab', { name: 'Approval' }).click()
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByText('It is being approved.').waitFor()
}

async function beginCodes(page: Page): Promise<void> {
  await page.goto(`${platform().baseUrl}/console/account`)
  await page.getByRole('button', { name: 'Set up codes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(userNamed('employee').password)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await dialog.getByRole('img', { name: 'QR code' }).waitFor()
}

it('with tokens bound to a key the console works at all services, and a stolen token nowhere', async () => {
  const { instanceId } = await createExpense({ title: `Bound ${Date.now()}`, amount: 120 })
  let sent: Request[] = []
  const prepare = async (page: Page) => {
    sent = watch(page)
    await turnOn(page)
  }
  const opened = await openConsole(browser, 'employee', '/', { prepare })
  const { page, context, faults } = opened
  await withdraw(page, instanceId)
  await upload(page, `bound-${Date.now().toString(36)}`)
  await beginCodes(page)
  expect(faults).toEqual([])

  const called = sent.filter((request) => authorizationOf(request) !== '')
  const writes = ['bpm', 'dms', 'iam'].map((service) =>
    called.findLast(
      (request) =>
        request.method() === 'POST' &&
        new URL(request.url()).pathname.startsWith(`/api/${service}/`),
    ),
  )
  expect(writes).not.toContain(undefined)
  const bearers = called.filter((request) => !authorizationOf(request).startsWith('DPoP '))
  expect(bearers.map((request) => [request.method(), request.url()])).toEqual([])
  const proofs = called.map((request) => request.headers()['dpop'])
  expect(new Set(proofs).size).toBe(called.length)
  const answers = await Promise.all(called.map((request) => request.response()))
  expect(answers.map((answer) => answer?.status()).filter((status) => status === 401)).toEqual([])

  const token = authorizationOf(called.at(-1) as Request).slice('DPoP '.length)
  for (const path of ['/api/bpm/v1/tasks', '/api/dms/folders', '/api/iam/v1/me']) {
    const { status, headers } = await call('GET', path, { token })
    expect([path, status]).toEqual([path, 401])
    expect(headers.get('www-authenticate')).toMatch(/^DPoP error="invalid_token"/)
  }
  for (const write of writes) await sendAgain(write as Request)
  await context.close()
})

/** The very same request, as somebody who reads along would send it. */
async function sendAgain(request: Request): Promise<void> {
  const { authorization = '', dpop = '' } = request.headers()
  const { pathname } = new URL(request.url())
  const { status, body } = await call(request.method(), pathname, {
    headers: { authorization, dpop },
  })
  expect([status, body['code']]).toEqual([401, 'auth.invalid_dpop_proof'])
}

// @module-tag chromium
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { aTask, ids } from './testing/answers.ts'
import { startBrowser } from './testing/browser.ts'
import { buildStandalone } from './testing/bundle.ts'
import { startTestServer, type Received, type Reply, type TestServer } from './testing/server.ts'

let browser: Browser
let server: TestServer
let page: Page

beforeAll(async () => {
  server = await startTestServer(await buildStandalone())
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(async () => {
  await page.close()
  server.reset()
})

async function opened(): Promise<void> {
  page = await browser.newPage({ locale: 'en-GB' })
  await page.goto(server.url)
  await page.getByRole('heading', { level: 2 }).waitFor()
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const actions = () => server.received.filter(({ path }) => path.startsWith('/tasks/T-1/'))
const uploads = () => server.received.filter(({ path }) => path.startsWith('/api/dms/'))

const uploaded = { documentId: ids.instance, versionId: ids.employee }

function documents({ path }: Received): Reply | undefined {
  if (!path.startsWith('/api/dms/')) return undefined
  return { status: 200, body: path.endsWith('/acl') ? {} : uploaded }
}

async function attachOffer(): Promise<void> {
  await page.evaluate(`import('/attach-files.js').then(({ attachFiles }) => {
    const panel = document.querySelector('approval-panel')
    panel.attach = attachFiles(panel.transport)
  })`)
  await button('Reject').click()
  const choosing = page.waitForEvent('filechooser')
  await page
    .getByRole('form', { name: 'Reject' })
    .getByRole('button', { name: '+ Attach a document' })
    .click()
  const offer = { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('two nights') }
  await (await choosing).setFiles(offer)
}

it('[BPM-22] sends a file with a decision, and lets those who take part read it', async () => {
  await opened()
  server.answer = documents
  await attachOffer()
  await button('Remove: offer.txt').waitFor()
  const form = page.getByRole('form', { name: 'Reject' })
  await form.getByLabel('Comment').fill('Cheaper here')
  await form.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Done: Reject').waitFor()

  expect(actions().map(({ body }) => body)).toEqual([
    { comment: 'Cheaper here', attachments: [{ ...uploaded, name: 'offer.txt' }] },
  ])
  const sent = uploads()
  expect(sent.map(({ headers }) => headers.authorization)).toEqual(
    Array(2).fill('Bearer of-the-user'),
  )
  expect(sent[0]?.headers['content-type']).toBe('text/plain')
  expect(sent[0]?.body).toBe('two nights')
  const readers = [ids.employee, ids.manager, ids.finance1, ids.finance2].map((id) => ({
    principal: { kind: 'user', id },
    allow: ['read', 'download'],
  }))
  expect(sent[1]?.body).toMatchObject({ entries: expect.arrayContaining(readers) })
})

it('says why a file was not attached', async () => {
  await opened()
  const refusal = { status: 413, code: 'dms.quota_exceeded', title: 'No room left' }
  server.answer = ({ path }) =>
    path.startsWith('/api/dms/') ? { status: 413, body: refusal } : undefined
  await attachOffer()
  await page.getByText('Not attached: No room left').waitFor()
  await page.getByText('dms.quota_exceeded').waitFor()
  expect(await button('+ Attach a document').first().isEnabled()).toBe(true)
})

it('[BPM-22] lets an approver choose who decides next, and says where a choice is missing', async () => {
  const task = aTask()
  server.task = {
    ...task,
    form: { ...task.form, selections: [{ id: 'a/b', name: 'Purchase' }] },
  }
  await opened()
  const fault = { pointer: '/selections/a~1b', code: 'selection_required', detail: 'choose' }
  const refusal = { status: 422, code: 'bpm.action_invalid', title: 'Refused', errors: [fault] }
  let isRefused = false
  server.answer = ({ method }) => {
    if (method !== 'POST' || isRefused) return undefined
    isRefused = true
    return { status: 422, body: refusal }
  }
  await button('Approve').click()
  const form = page.getByRole('form', { name: 'Approve' })
  const people = form.getByRole('combobox', { name: 'Who decides “Purchase” next' })
  await form.getByRole('button', { name: 'Approve' }).click()
  await form.getByText('Choose at least one person.').waitFor()
  expect(await people.getAttribute('aria-invalid')).toBe('true')

  await people.fill('felix')
  await form.getByRole('option', { name: 'Felix Okafor' }).click()
  await form.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Done: Approve').waitFor()
  expect(actions().map(({ body }) => body)).toEqual([{}, { selections: { 'a/b': [ids.finance1] } }])
})

it('leads nowhere else where the page around it is the detail page', async () => {
  await opened()
  await button('Open details').waitFor()
  await page.evaluate(
    `document.querySelector('approval-panel').toggleAttribute('hide-detail', true)`,
  )
  await expect.poll(() => button('Open details').count()).toBe(0)
})

// @module-tag chromium
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { actOn, findTask } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { createExpense } from './support/expenses.ts'
import { openPanelPage } from './support/panel-page.ts'
import { clientFor, userNamed } from './support/platform.ts'
import { signIn, tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

/** Opens a task of the manager, signed in by the sample's own SPA. */
async function openAsManager(taskNo: string, { live = false } = {}) {
  const client = clientFor('sample-spa')
  const { username, password } = userNamed('manager')
  const { accessToken } = await signIn({ username, password, client })
  const { origin } = new URL(client.redirectUris?.[0] ?? '')
  const page = await browser.newPage({ locale: 'en-GB' })
  await openPanelPage(page, { origin, taskNo, token: accessToken, live })
  return page
}

it('[BPM-22] the manager approves an expense inside the component, with their own token', async () => {
  const { instanceId } = await createExpense({ title: 'Trade fair <b>2026</b>', amount: 640 })
  const taskNo = await findTask('manager', instanceId)
  const page = await openAsManager(taskNo)
  await page.getByRole('heading', { name: 'Trade fair <b>2026</b>' }).waitFor()
  await page.getByText('€640.00', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Show diagram' }).click()
  await page.locator('approval-diagram').waitFor()

  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const form = page.getByRole('form', { name: 'Approve' })
  await form.getByLabel('Comment').fill('Worth it')
  await form.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Done: Approve').waitFor()
  await page.getByText('Worth it').waitFor()
  expect(await page.evaluate('decided')).toMatchObject([
    { action: 'approve', taskNo, taskStatus: 'APPROVED', instanceId },
  ])

  const token = await tokenOf('employee')
  const { body } = await call('GET', `/api/bpm/v1/process-instances/${instanceId}/timeline`, {
    token,
  })
  expect(body['items']).toContainEqual(
    expect.objectContaining({
      action: 'approve',
      comment: 'Worth it',
      actor: expect.objectContaining({ id: userNamed('manager').id, kind: 'user' }),
    }),
  )
  await page.close()
})

it('[BPM-22] the component says who was faster, and what they decided', async () => {
  const { instanceId } = await createExpense({ title: 'Books', amount: 40 })
  const taskNo = await findTask('manager', instanceId)
  const page = await openAsManager(taskNo)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const elsewhere = await actOn(taskNo, 'manager', 'reject', { comment: 'too many' })
  expect(elsewhere.status).toBe(200)

  await page.getByRole('form', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click()
  await page.getByText('This task was already decided').waitFor()
  expect(await page.locator('[part=notice]').innerText()).toContain('Rejected')
  await page.getByText('too many').waitFor()
  expect(await page.locator('button[data-action]').count()).toBe(0)
  await page.close()
})

it('[BPM-22] follows in a page of its own what others do to the approval', async () => {
  const { instanceId } = await createExpense({ title: 'Followed', amount: 30 })
  const page = await openAsManager(await findTask('manager', instanceId), { live: true })
  await page.getByRole('heading', { name: 'Followed' }).waitFor()
  const token = await tokenOf('employee')
  const path = `/api/bpm/v1/process-instances/${instanceId}/comments`
  await call('POST', path, { token, json: { comment: 'By the way' } })
  await page.getByText('By the way').waitFor()
  await call('POST', path.replace('comments', 'withdraw'), { token, json: {} })
  await page.locator('[part~=badge]').getByText('Withdrawn').waitFor()
  await page.close()
})

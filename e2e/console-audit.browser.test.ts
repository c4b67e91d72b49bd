// @module-tag chromium
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from './support/accounts.ts'
import { call } from './support/api.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole, type Look } from './support/console.ts'
import { uploadFile } from './support/documents.ts'
import { createExpense } from './support/expenses.ts'
import { platform } from './support/platform.ts'
import { tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

const words = {
  en: {
    text: 'Text in the entry',
    period: 'Period',
    source: 'Where',
    export: 'Export as CSV',
    approvals: 'Approvals',
    started: 'Approval started',
    account: 'Account made',
    onObject: 'All on this object',
    failed: 'Approvals: no answer',
    retry: 'Try again',
  },
  'zh-CN': {
    text: '记录中的文字',
    period: '时间范围',
    source: '来源',
    export: '导出 CSV',
    approvals: '审批',
    started: '发起审批',
    account: '创建账号',
    onObject: '此对象的全部记录',
    failed: '审批：没有响应',
    retry: '重试',
  },
} as const

const looks: readonly Required<Look>[] = [
  { language: 'en', scheme: 'light', width: 1440 },
  { language: 'zh-CN', scheme: 'dark', width: 320 },
]

const list = (page: Page) => page.locator('[role=table] [data-row]')

it.each(looks)(
  'an administrator finds what was done in all services, and takes it along: $language, $scheme, $width',
  async (look) => {
    const say = words[look.language]
    const mark = `audit-${look.language}-${Date.now().toString(36)}`
    const account = await createAccount(mark)
    await createExpense({ title: mark, amount: 70 })
    const { documentId } = await uploadFile(
      await tokenOf('admin'),
      `${mark}.txt`,
      Buffer.from(mark),
    )
    const { page, context, faults } = await openConsole(browser, 'admin', '/audit', look)

    await page.getByLabel(say.text).fill(mark)
    const searched = async () =>
      new URLSearchParams(await page.evaluate<string>('location.search')).get('q')
    await expect.poll(searched).toBe(mark)
    await list(page).filter({ hasText: say.started }).first().waitFor()

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: say.export }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')
    expect(file).toContain(mark)
    expect(file.split('\r\n')[0]).toContain('time,source,action')
    expect(file.split('\r\n').slice(1)).toContainEqual(expect.stringContaining(',bpm,start,'))

    await page.getByLabel(say.text).fill('')
    await page.goto(`${platform().baseUrl}/console/audit?object=${account.id}`)
    await list(page).filter({ hasText: say.account }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: say.onObject }).click()
    await expect.poll(() => list(page).count()).toBeGreaterThan(0)
    await page.goto(`${platform().baseUrl}/console/audit?object=${documentId}&source=dms`)
    await list(page).first().waitFor()

    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(look.width)
    await expectAccessible(page, 'audit')
    expect(faults).toEqual([])
    await context.close()
  },
)

it.each(looks)(
  'where a service does not answer the others are shown, and it is asked again: $language',
  async (look) => {
    const say = words[look.language]
    const { page, context, faults } = await openConsole(browser, 'admin', '/account', look)
    await page.route('**/api/bpm/v1/audit?**', (route) => route.abort())
    await page.goto(`${platform().baseUrl}/console/audit`)
    await list(page).first().waitFor()
    await page.getByRole('alert').filter({ hasText: say.failed }).waitFor()
    await page.unroute('**/api/bpm/v1/audit?**')
    await page.getByRole('alert').getByRole('button', { name: say.retry }).click()
    await page.getByRole('alert').filter({ hasText: say.failed }).waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await context.close()
  },
)

it('whoever may read one audit alone is shown that one, and told so', async () => {
  const account = await createAccount('Auditor')
  const admin = await tokenOf('admin')
  const role = await call('POST', '/api/iam/v1/roles', {
    token: admin,
    json: { code: account.username, name: 'Auditor', permissions: ['dms:audit:read'] },
  })
  expect(role.status).toBe(201)
  const { status } = await call('PUT', `/api/iam/v1/members/${account.id}`, {
    token: admin,
    json: { roles: [account.username] },
  })
  expect(status).toBe(200)
  const { page, context } = await openConsole(browser, account.username, '/audit', {
    password: account.password,
  })
  await page.getByText('Left out, because you may not read it').waitFor()
  await list(page).first().waitFor()
  await context.close()
})

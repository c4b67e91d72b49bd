// @module-tag chromium
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole } from './support/console.ts'
import { uploadFile } from './support/documents.ts'
import { makePdf } from './support/pdf.ts'
import { tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

const orderOf = (page: Page, column: string) =>
  page.getByRole('columnheader', { name: column }).getAttribute('aria-sort')
const rowsOf = (page: Page) => page.locator('[data-row] a').allTextContents()
const press = (page: Page, column: string) =>
  page.getByRole('columnheader', { name: column }).getByRole('button', { name: column }).click()

it('[DMS-07] documents of a folder are sorted by the service, by mouse and keyboard, and stay so', async () => {
  const token = await tokenOf('admin')
  const folder = await call('POST', '/api/dms/folders', {
    token,
    json: { name: `Sorted ${randomUUID().slice(0, 8)}` },
  })
  const folderId = String(folder.body['id'])
  const titles = ['赵 plan', 'Plan 10', '李 plan', 'plan 9']
  for (const title of titles) {
    const { documentId } = await uploadFile(token, `${title}.pdf`, makePdf(2_000))
    const moved = await call('PATCH', `/api/dms/documents/${documentId}`, {
      token,
      json: { title, folderId },
    })
    expect(moved.status).toBe(200)
  }
  const path = `/documents?folder=${folderId}`
  const { page, context, messages } = await openConsole(browser, 'admin', path)
  const byName = ['plan 9', 'Plan 10', '李 plan', '赵 plan']
  await expect.poll(() => rowsOf(page)).toEqual(titles.toReversed())
  expect(await orderOf(page, 'Name')).toBe('none')
  await press(page, 'Name')
  await expect.poll(() => rowsOf(page)).toEqual(byName)
  expect(await orderOf(page, 'Name')).toBe('ascending')
  // The focus stays, and goes on.
  await page.keyboard.press('Enter')
  await expect.poll(() => rowsOf(page)).toEqual(byName.toReversed())
  await expectAccessible(page, 'sorted')
  await page.reload()
  await expect.poll(() => rowsOf(page)).toEqual(byName.toReversed())
  expect(await orderOf(page, 'Name')).toBe('descending')
  await press(page, 'Name')
  await expect.poll(() => rowsOf(page)).toEqual(titles.toReversed())
  await press(page, 'Changed')
  await expect.poll(() => rowsOf(page)).toEqual(titles)
  expect(messages).toEqual([])
  await context.close()
})

it('people are sorted in Chinese, on a phone and dark', async () => {
  const { page, context, messages } = await openConsole(browser, 'admin', '/people', {
    language: 'zh-CN',
    scheme: 'dark',
    width: 320,
  })
  await press(page, '名称')
  await expect.poll(() => orderOf(page, '名称')).toBe('ascending')
  await expectAccessible(page, 'sorted')
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(messages).toEqual([])
  await context.close()
})

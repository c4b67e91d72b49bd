// @module-tag chromium
import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { accessibilityFaults } from './support/axe.ts'
import { startChromium } from './support/chromium.ts'
import { openConsole } from './support/console.ts'
import { platform, userNamed } from './support/platform.ts'
import { tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

const key = `versions-${randomUUID().slice(0, 8)}`

/** The next version of the process, as a draft. */
async function draft(limit: number, ...people: readonly object[]): Promise<string> {
  const decides = { type: 'approve', candidates: [{ kind: 'managerLine', from: 1, to: 1 }] }
  const further = people.map((who, index) => ({
    id: `further${index}`,
    type: 'approve',
    name: 'Finance',
    candidates: [who],
  }))
  const branches = [
    { name: 'Large', when: `amount > ${limit}.0`, steps: further },
    { name: 'Otherwise', otherwise: true, steps: [] },
  ]
  const { status, body } = await call('POST', '/api/bpm/v1/definitions', {
    token: await tokenOf('admin'),
    json: {
      bizType: platform().sampleApp.bizType,
      key,
      name: 'Purchase of machines',
      tree: {
        steps: [
          { id: 'first', name: 'Manager', ...decides },
          { id: 'size', type: 'branch', kind: 'exclusive', branches },
        ],
      },
    },
  })
  expect([status, body]).toMatchObject([201, { key }])
  return String(body['id'])
}

let versions: readonly [string, string]
beforeAll(async () => {
  const finance = { kind: 'user', ref: userNamed('finance1').id }
  versions = [
    await draft(1000, finance),
    await draft(5000, finance, { kind: 'role', ref: 'finance' }),
  ]
})

const looks = [
  {
    language: 'en',
    width: 1440,
    scheme: 'light',
    more: 'More actions',
    compare: 'Compare versions',
    changed: /Finance \(Large: Amount is above 1,000\).*Finance \(Large: Amount is above 5,000\)/,
  },
  {
    language: 'zh-CN',
    width: 390,
    scheme: 'dark',
    more: '更多操作',
    compare: '比较版本',
    changed: /Finance（Large: .+ 大于 1,000）.*Finance（Large: .+ 大于 5,000）/,
  },
] as const

it.each(looks)(
  'two versions are compared in the words of the forms: $language, $width',
  async ({ more, compare, changed, ...look }) => {
    const path = `/processes/${versions[1]}`
    const { page, context, faults, messages } = await openConsole(browser, 'admin', path, look)
    await page.getByRole('button', { name: more }).click()
    await page.getByRole('menuitem', { name: compare }).click()
    await page.getByRole('heading', { level: 1, name: compare }).waitFor()
    const rows = page.getByRole('row').filter({ hasText: changed })
    await rows.waitFor()
    // The second of finance's steps is new, and says who is asked: by the role's name.
    const added = page.getByRole('article', { name: 'Finance' }).last()
    await added.getByText(/^(Role|角色) Finance$/i).waitFor()
    const room = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect(room).toBeLessThanOrEqual(look.width)
    expect(await accessibilityFaults(page)).toEqual([])
    expect([...faults, ...messages]).toEqual([])
    await context.close()
  },
)

it('what is tried stands beside the drawing, with the people, and leads to its steps', async () => {
  const path = `/processes/${versions[1]}`
  const { page, context, faults } = await openConsole(browser, 'admin', path, { width: 1440 })
  await page.getByRole('button', { name: 'Dry run' }).click()
  const panel = page.getByRole('complementary', { name: 'Dry run' })
  await panel.getByRole('combobox', { name: /Started by/ }).fill('employee')
  await page.getByRole('option', { name: /^Employee/i }).click()
  await panel.getByRole('textbox', { name: 'Amount' }).fill('8000')
  await panel.getByRole('textbox', { name: 'Reason' }).fill('A lathe')
  await panel.getByRole('button', { name: 'Show the path' }).click()
  await panel.getByText('Finance One', { exact: true }).first().waitFor()
  const card = page.getByRole('button', { name: /^Manager Manager/, pressed: false })
  const [drawn, tried] = [await card.boundingBox(), await panel.boundingBox()]
  expect((drawn?.x ?? 0) + (drawn?.width ?? 0)).toBeLessThanOrEqual(tried?.x ?? 0)
  expect(await accessibilityFaults(page)).toEqual([])
  await panel.getByRole('button', { name: 'Manager', exact: true }).click()
  await page.getByRole('button', { name: /^Manager Manager/, pressed: true }).waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.locator('button:focus', { hasText: 'Dry run' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

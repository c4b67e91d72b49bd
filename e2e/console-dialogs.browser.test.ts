// @module-tag chromium
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actOn, findTask } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole, type Look } from './support/console.ts'
import { uploadFile } from './support/documents.ts'
import { createExpense } from './support/expenses.ts'
import { makePdf } from './support/pdf.ts'
import { platform } from './support/platform.ts'
import { tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

interface Opener {
  readonly path: string
  /** The English and the Chinese name of a button. */
  readonly name: RegExp
  /** The drawer of the navigation is for phones. */
  readonly phoneOnly?: true
}

const openers: readonly Opener[] = [
  { path: '/documents', name: /^(New folder|新建文件夹)$/ },
  { path: '/documents/{document}', name: /^(More actions|更多操作)$/ },
  { path: '/documents/{document}?tab=versions', name: /^(Actions for version 1|版本 1 的操作)$/ },
  { path: '/documents/{document}?tab=shares', name: /^(New share|新建分享)$/ },
  { path: '/processes', name: /^(New process|新建流程)$/ },
  { path: '/people', name: /^(New person|新建人员)$/ },
  { path: '/departments', name: /^(New department|新建部门)$/ },
  { path: '/roles', name: /^(New role|新建角色)$/ },
  { path: '/clients', name: /^(Register an application|注册应用)$/ },
  { path: '/people', name: /^(Invite somebody|邀请成员)$/ },
  { path: '/identity-providers', name: /^(New identity provider|新建身份提供方)$/ },
  { path: '/sources', name: /^(New source|新建存储源)$/ },
  { path: '/tenants', name: /^(New organisation|新建组织)$/ },
  { path: '/account', name: /^(Language|语言)$/ },
  { path: '/account', name: /^(Appearance|外观)$/ },
  { path: '/account', name: /^Account menu of|的账号菜单$/ },
  { path: '/account', name: /^(Show navigation|显示导航)$/, phoneOnly: true },
]

/** Opened once in each language, and then looked at in both schemes. */
const looks: readonly Required<Look>[] = [
  { language: 'en', scheme: 'light', width: 1280 },
  { language: 'zh-CN', scheme: 'light', width: 390 },
]

async function expectAccessibleInBoth(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `${what}, ${colorScheme}`)
  }
}

async function openPath(page: Page, path: string): Promise<void> {
  await page.goto(`${platform().baseUrl}/console${path}`)
  await page.locator('main h1').waitFor()
  const busy = page.locator('[aria-busy=true]')
  await expect.poll(() => busy.count(), { message: path }).toBe(0)
}

it.each(looks)(
  'axe finds nothing in dialogs, menus and drawers, light and dark: $language, $width',
  async (look) => {
    const { documentId } = await uploadFile(await tokenOf('admin'), 'plan.pdf', makePdf(5_000))
    const { page, context, faults } = await openConsole(browser, 'admin', '/account', look)
    const found: unknown[] = []
    for (const { path, name, phoneOnly } of openers) {
      if (phoneOnly === true && look.width > 600) continue
      await openPath(page, path.replace('{document}', documentId))
      await page.getByRole('button', { name }).filter({ visible: true }).first().click()
      await page.locator('[role=dialog], [role=menu], nav[data-open]').first().waitFor()
      await expectAccessibleInBoth(page, `${path} ${name.source}`).catch((fault: unknown) =>
        found.push(fault),
      )
    }
    expect(found).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  },
  600_000,
)

it.each(looks)(
  'axe finds nothing on a returned approval and a form to decide, light and dark: $language, $width',
  async (look) => {
    const { instanceId } = await createExpense({ title: 'Lamp', amount: 70 })
    const taskNo = await findTask('manager', instanceId)
    const manager = await openConsole(browser, 'manager', `/tasks/${taskNo}`, look)
    await manager.page.locator('[data-action=return]').click()
    await expectAccessibleInBoth(manager.page, 'form to return')
    await manager.context.close()

    const returned = { comment: 'Which lamp?', returnTo: 'initiator' }
    expect((await actOn(taskNo, 'manager', 'return', returned)).status).toBe(200)
    const path = `/approvals/${instanceId}`
    const { page, context } = await openConsole(browser, 'employee', path, look)
    await page.getByText('Which lamp?').waitFor()
    await expectAccessibleInBoth(page, 'returned approval')
    await context.close()
  },
)

// @module-tag chromium
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole, type Look } from './support/console.ts'
import { uploadFile } from './support/documents.ts'
import { createExpense } from './support/expenses.ts'
import { makePdf } from './support/pdf.ts'
import { platform, userNamed } from './support/platform.ts'
import { tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

/** The id of the first thing in a list. */
async function firstOf(path: string, member = 'id'): Promise<string> {
  const { body } = await call('GET', path, { token: await tokenOf('admin') })
  const [first] = body['items'] as unknown as Record<string, string>[]
  return first?.[member] ?? ''
}

async function pagesOfAdmin(): Promise<readonly string[]> {
  await createExpense({ title: 'Lamp', amount: 70 })
  const { documentId } = await uploadFile(await tokenOf('admin'), 'plan.pdf', makePdf(20_000))
  const bpm = '/api/bpm/v1'
  return [
    '/documents',
    ...['', '?tab=versions', '?tab=access', '?tab=shares', '?tab=approval', '?tab=activity'].map(
      (tab) => `/documents/${documentId}${tab}`,
    ),
    '/processes',
    `/processes/${await firstOf(`${bpm}/definitions`)}`,
    '/business-types',
    '/deliveries',
    '/incidents',
    `/deliveries/${await firstOf(`${bpm}/deliveries`, 'eventId')}`,
    '/people',
    `/people/${userNamed('manager').id}`,
    '/departments',
    '/roles',
    '/clients',
    `/clients/${await firstOf('/api/iam/v1/clients')}`,
    '/identity-providers',
    '/branding',
    '/sources',
    '/document-rules',
    '/tenants',
    '/keys',
    '/audit',
    '/account',
  ]
}

const looks: readonly Required<Look>[] = [
  { language: 'en', scheme: 'light', width: 1440 },
  { language: 'zh-CN', scheme: 'dark', width: 390 },
]

it.each(looks)(
  'axe finds nothing serious on the pages of an administrator, and the console shows no error: $language, $scheme, $width',
  async (look) => {
    const paths = await pagesOfAdmin()
    const { page, context, faults, messages } = await openConsole(
      browser,
      'admin',
      '/account',
      look,
    )
    const found: unknown[] = []
    for (const path of paths) {
      await page.goto(`${platform().baseUrl}/console${path}`)
      await page.locator('main h1').waitFor()
      const busy = page.locator('[aria-busy=true]')
      await expect.poll(() => busy.count(), { message: path }).toBe(0)
      await expectAccessible(page, path).catch((fault: unknown) => found.push(fault))
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      expect(width, `${path} is wider than the window`).toBeLessThanOrEqual(look.width)
    }
    expect(found).toEqual([])
    expect(faults).toEqual([])
    expect(messages).toEqual([])
    await context.close()
  },
  // Two dozen pages, each looked at as a whole.
  600_000,
)

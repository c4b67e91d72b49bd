// @module-tag chromium
import { findProgram } from '@countersign/test-kit/optional-tools'
import axe from 'axe-core'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { authorize, discoverSpa } from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, password, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api
let browser: Browser

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
  await admin('POST', '/identity-providers', {
    kind: 'ldap',
    name: 'Directory',
    url: 'ldaps://ldap.example',
    bindDn: 'cn=x',
    bindPassword: 'x',
    baseDn: 'dc=x',
    idAttribute: 'entryUUID',
  })
  browser = await chromium.launch({
    executablePath: findProgram('chromium', process.env) ?? '',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'],
  })
})
afterAll(async () => {
  await browser.close()
  await iam.stop()
})

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

/** Rules of WCAG 2.2 A and AA that a page breaks, and what its own policy kept it from. */
async function findFaults(page: Page): Promise<string[]> {
  // By the debugger: the policy of the page lets no script in.
  await page.evaluate(axe.source)
  const violations = await page.evaluate<Violation[]>(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }).then((r) => r.violations)`,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

const colours = ['#ffd400', '#10204a', '#777777', '#ff00ff', null] as const
const schemes = ['light', 'dark'] as const

describe('the pages of a sign-in', () => {
  it.each(schemes.flatMap((scheme) => colours.map((colour) => ({ scheme, colour }))))(
    '[IAM-18] are accessible and break no policy with $colour in the $scheme theme',
    async ({ scheme, colour }) => {
      await admin('PUT', `/tenants/${acme}/branding`, { name: 'Acme Works', colour })
      const context = await browser.newContext({
        colorScheme: scheme,
        locale: scheme === 'dark' ? 'zh-CN' : 'en',
        viewport: { width: scheme === 'dark' ? 360 : 1200, height: 900 },
      })
      const page = await context.newPage()
      const refused: string[] = []
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) refused.push(message.text())
      })
      const config = await discoverSpa(iam.url, 'careful')
      await page.goto((await authorize(config, { tenant_id: acme })).url.href)
      expect(await findFaults(page)).toEqual([])
      await page.click('.providers a')
      expect(await findFaults(page)).toEqual([])
      await page.goBack()
      await page.fill('#username', 'manager')
      await page.fill('#password', 'wrong')
      await page.click('form[action="/signin"] button[type=submit]')
      expect(await page.locator('[role=alert]').count()).toBe(1)
      expect(await findFaults(page)).toEqual([])
      await page.fill('#password', password)
      await page.click('form[action="/signin"] button[type=submit]')
      expect(await page.locator('form[action="/signin/consent"]').count()).toBe(1)
      expect(await findFaults(page)).toEqual([])
      const wider = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect(wider).toBe(0)
      expect(refused).toEqual([])
      await context.close()
    },
  )
})

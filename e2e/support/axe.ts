import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** What axe finds on the page as it is now, minor things as well. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Through the debugger, because the page's own policy lets no foreign script in; once for each load.
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(source)
  const found = await findFaults(page)
  if (found.length === 0) return found
  // axe looks for a while: of a button that is enabled meanwhile it has the colours of before.
  await page.waitForTimeout(1_000)
  return findFaults(page)
}

async function findFaults(page: Page): Promise<string[]> {
  const violations = await page.evaluate<readonly Violation[]>(
    // A frame of another origin would not answer, and the browser warn of each message to it.
    `axe.run(document, { iframes: false, resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
}

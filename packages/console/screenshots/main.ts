import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from '@countersign/test-kit/optional-tools'
import type { Browser } from 'playwright-core'
import { openConsole, openWindow, readPlatform, startBrowser, type Platform } from './browser.ts'
import { makeDemo } from './demo.ts'
import { makeDocuments } from './demo-documents.ts'
import { startOwn } from './own-platform.ts'
import type { Shot } from './shot.ts'
import { administrationShots } from './shots/administration.ts'
import { approvalShots } from './shots/approvals.ts'
import { designShots } from './shots/design.ts'
import { documentShots } from './shots/documents.ts'

/**
 * Takes the pictures of docs/pictures on a platform of its own, filled with the same approvals each
 * time. Arguments are parts of names: without any, all are taken. `E2E_PLATFORM_FILE` names the
 * platform.json of a running one instead, which is taken as it is.
 */
const shots: readonly Shot[] = [
  ...approvalShots,
  ...documentShots,
  ...designShots,
  ...administrationShots,
]

const pictures = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url))

async function take(browser: Browser, platform: Platform, shot: Shot): Promise<void> {
  const context = await openWindow(browser, { language: 'en', scheme: 'light', ...shot.look })
  try {
    const page = await openConsole(context, platform, shot.username, shot.path)
    await shot.prepare?.(page)
    // Pictures show no caret and no pointer, and nothing half drawn.
    await page.mouse.move(0, 0)
    await page.evaluate('document.fonts.ready')
    await page.screenshot({ path: join(pictures, `${shot.name}.png`), animations: 'disabled' })
    console.log(shot.name)
  } finally {
    await context.close()
  }
}

const chromium = findProgram('chromium', process.env)
if (chromium === undefined) throw new Error('Chromium is not here: set CHROMIUM_PATH')
const wanted = process.argv.slice(2)
const given = process.env['E2E_PLATFORM_FILE']
const running = given === undefined ? await startOwn() : undefined
const browser = await startBrowser(chromium)
try {
  await mkdir(pictures, { recursive: true })
  const platform = await readPlatform(running?.file ?? given ?? '')
  if (running !== undefined) {
    await makeDemo(browser, platform)
    await makeDocuments(browser, platform)
  }
  for (const shot of shots) {
    if (wanted.length > 0 && !wanted.some((part) => shot.name.includes(part))) continue
    await take(browser, platform, shot)
  }
} finally {
  await browser.close()
  await running?.stop()
}

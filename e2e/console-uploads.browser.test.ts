// @module-tag chromium
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startChromium } from './support/chromium.ts'
import { openConsole } from './support/console.ts'
import { openDocument } from './support/documents.ts'
import { kill, restarted } from './support/processes.ts'
import { tokenOf } from './support/sign-in.ts'

let browser: Browser
let folder: string
beforeAll(async () => {
  browser = await startChromium()
  folder = await mkdtemp(join(tmpdir(), 'uploads-'))
})
afterAll(async () => {
  await browser?.close()
  await rm(folder, { recursive: true })
})

/** A file of three parts, on disk: a page that is opened again finds it unchanged. */
async function makeFile(name: string) {
  const bytes = randomBytes(20 * 1024 * 1024)
  const path = join(folder, `${name}-${Date.now().toString(36)}.bin`)
  await writeFile(path, bytes)
  return { path, sha256: createHash('sha256').update(bytes).digest('hex') }
}

async function choose(page: Page, paths: readonly string[]): Promise<void> {
  await page.locator('[role=table], [role=status]').first().waitFor()
  await page.locator('main input[type=file]').setInputFiles([...paths])
}

/** Uploads' answers as they come: method, last part of the path, and status. */
function listen(page: Page) {
  const answers: Response[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('/api/dms/uploads')) answers.push(answer)
  })
  const named = (end: RegExp) =>
    answers.filter((answer) => answer.ok() && end.test(new URL(answer.url()).pathname))
  const hashes = async () => {
    const token = await tokenOf('employee')
    const made = await Promise.all(named(/\/complete$/).map((answer) => answer.json()))
    const versions = made.map(({ versionId }) => openDocument(token, String(versionId)))
    return (await Promise.all(versions)).map(({ sha256 }) => sha256)
  }
  const parts = () => named(/\/parts\/\d$/).map((answer) => Number(answer.url().at(-1)))
  return { parts, hashes, begun: () => named(/\/initiate$/).length }
}

it('[DMS-02] [DMS-04] two files go on by themselves when dms was killed half way', async () => {
  const files = [await makeFile('one'), await makeFile('two')]
  const { page, context, faults } = await openConsole(browser, 'employee', '/documents')
  const { parts, hashes, begun } = listen(page)
  await choose(
    page,
    files.map(({ path }) => path),
  )
  await expect.poll(() => parts().length).toBeGreaterThan(0)
  const killed = kill('dms')
  await page.getByText('Uploads finished').waitFor({ timeout: 120_000 })
  await restarted('dms', killed)

  expect(begun()).toBe(2)
  expect((await hashes()).toSorted()).toEqual(files.map(({ sha256 }) => sha256).toSorted())
  expect(faults).toEqual([])
  await context.close()
})

it('[DMS-02] [DMS-04] a file goes on in a page that was loaded again, with what is missing', async () => {
  const { path, sha256 } = await makeFile('again')
  const { page, context, faults } = await openConsole(browser, 'employee', '/documents')
  const before = listen(page)
  await page.route('**/parts/3', () => undefined)
  await choose(page, [path])
  await expect.poll(() => before.parts().toSorted()).toEqual([1, 2])
  // In this order: the part that is held would be sent as soon as nothing holds it.
  await page.reload()
  await page.unroute('**/parts/3')

  const after = listen(page)
  await choose(page, [path])
  await page.getByText('Uploads finished').waitFor()

  expect(after.begun()).toBe(0)
  expect(after.parts()).toEqual([3])
  expect(await after.hashes()).toEqual([sha256])
  expect(faults).toEqual([])
  await context.close()
})

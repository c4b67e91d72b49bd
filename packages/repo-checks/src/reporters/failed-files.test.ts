import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startVitest } from 'vitest/node'
import { FailedFilesReporter } from './failed-files.ts'

let folder: string
const exitCode = process.exitCode
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-failed-files-'))
})
afterEach(async () => {
  // The inner runs fail on purpose; that must not fail the outer one.
  process.exitCode = exitCode
  await rm(folder, { recursive: true, force: true })
})

/** What the reporter wrote about a run of these files; undefined where it wrote nothing. */
async function runFiles(files: Readonly<Record<string, string>>): Promise<string | undefined> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const path = join(folder, 'failed')
  const inner = await startVitest('test', [], {
    root: folder,
    config: false,
    watch: false,
    globals: true,
    reporters: [new FailedFilesReporter(path)],
  })
  await inner.close()
  return readFile(path, 'utf8').catch(() => undefined)
}

describe('what failed', () => {
  it('is named by file and test, also where the file itself is at fault', async () => {
    const written = await runFiles({
      'good.test.js': `it('holds', () => {})`,
      'bad.test.js': `describe('a', () => { it('breaks', () => { throw new Error('no') }) })`,
      'unread.test.js': `throw new Error('no')`,
    })
    expect(written?.split('\n').toSorted()).toEqual([
      '',
      'bad.test.js\ta > breaks',
      'unread.test.js',
    ])
  })

  it('is nothing when all is well', async () => {
    expect(await runFiles({ 'good.test.js': `it('holds', () => {})` })).toBe('')
  })

  it('is not told when something failed that belongs to no file', async () => {
    const text = `it('leaves something', () => { setTimeout(() => { throw new Error('late') }) })
      it('waits for it', () => new Promise((resolve) => setTimeout(resolve, 50)))`
    expect(await runFiles({ 'late.test.js': text })).toBeUndefined()
  })
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { startVitest } from 'vitest/node'
import { ClosingLineReporter, closingLine } from './closing-line.ts'

let folder: string | undefined
const exitCode = process.exitCode
afterEach(async () => {
  // The inner runs fail on purpose; that must not fail the outer one.
  process.exitCode = exitCode
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
})

/** Runs vitest on one file with the given text and gives what the reporter printed. */
async function runFile(text: string, howToGet?: ReadonlyMap<string, string>): Promise<string[]> {
  folder = await mkdtemp(join(tmpdir(), 'countersign-closing-line-'))
  await writeFile(join(folder, 'some.test.js'), text)
  const lines: string[] = []
  const inner = await startVitest('test', [], {
    root: folder,
    config: false,
    watch: false,
    globals: true,
    tags: [{ name: 'chromium', skip: true }, { name: 's3' }],
    reporters: [
      new ClosingLineReporter({
        ...(howToGet && { howToGet }),
        close: (counts, notes) => lines.push(...notes, closingLine(counts, 0)),
      }),
    ],
  })
  await inner.close()
  return lines
}

describe('the closing line', () => {
  it('counts what passed, failed and was left out', async () => {
    const lines = await runFile(`
      it('one', () => {})
      it('two', () => {})
      it('three', () => { throw new Error('no') })
      it.skip('four', () => {})
    `)
    expect(lines).toEqual(['2 passed, 1 failed, 1 skipped'])
  })

  it('comes after a line for each tool that tests were skipped for', async () => {
    const ways = new Map([
      ['chromium', 'install it'],
      ['slapd', 'install that'],
    ])
    const lines = await runFile(
      `
      it('one', () => {})
      describe('in a browser', { tags: 'chromium' }, () => {
        it('two', () => {})
        it('three', { tags: 's3' }, () => {})
      })
    `,
      ways,
    )
    expect(lines).toEqual([
      '2 skipped without chromium: install it',
      '1 passed, 0 failed, 2 skipped',
    ])
  })

  it('counts a file that does not load as a failure', async () => {
    expect(await runFile(`throw new Error('no')`)).toEqual(['0 passed, 1 failed, 0 skipped'])
  })

  it('counts an unhandled rejection as a failure', async () => {
    const lines = await runFile(`
      it('leaves a rejection behind', async () => {
        void Promise.reject(new Error('nobody looks'))
        await new Promise((resolve) => setTimeout(resolve, 20))
      })
    `)
    expect(lines).toEqual(['1 passed, 1 failed, 0 skipped'])
  })

  it('admits a failure that no test saw', () => {
    const counts = { passed: 3, failed: 0, skipped: 0 }
    expect(closingLine(counts, 1)).toBe('3 passed, 1 failed, 0 skipped')
    expect(closingLine(counts, 0)).toBe('3 passed, 0 failed, 0 skipped')
  })
})

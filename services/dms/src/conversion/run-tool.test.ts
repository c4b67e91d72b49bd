import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runTool, ToolFailed, ToolMissing } from './run-tool.ts'
import { createTools, type Tools } from './tools.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tool-'))
})
afterEach(() => rm(directory, { recursive: true }))

/** A tool that is this script, apart from others as far as this machine allows. */
async function script(text: string): Promise<Tools> {
  const path = join(directory, 'tool')
  await writeFile(path, `#!/bin/sh\n${text}\n`)
  await chmod(path, 0o755)
  return { ...createTools('/usr/bin:/bin'), find: () => path }
}

const run = (tools: Tools, more: object = {}) =>
  runTool(tools, {
    tool: 'pdfinfo',
    args: [],
    directory,
    timeoutMs: 60_000,
    memoryBytes: 1024 ** 3,
    fileBytes: 1024 ** 2,
    ...more,
  })

describe('a tool', () => {
  it('[DMS-16] gets its arguments as they are, a home that is its own, and no secret', async () => {
    const tools = await script('echo "$1"; echo "$HOME"; env | grep -c DATABASE_URL')
    const output = await run(tools, { args: ['a; rm -rf $(x) "b"'] }).catch(
      (error: unknown) => error,
    )
    // grep counts none and says so by its exit code.
    expect(output).toBeInstanceOf(ToolFailed)
    const other = await script('echo "$1"; echo "$HOME"')
    expect(await run(other, { args: ['a; rm -rf $(x) "b"'] })).toBe(
      `a; rm -rf $(x) "b"\n${directory}`,
    )
  })

  it('[DMS-16] is ended with everything it has started when it takes too long', async () => {
    const file = join(directory, 'alive')
    const tools = await script(`(while :; do date +%N > ${file}; sleep 0.05; done) & sleep 60`)

    await expect(run(tools, { timeoutMs: 3_000 })).rejects.toThrow('took too long')

    const last = await readFile(file, 'utf8')
    // Were it alive it would have written again by now.
    const until = Date.now() + 400
    await expect.poll(() => Date.now() > until).toBe(true)
    expect(await readFile(file, 'utf8')).toBe(last)
  })

  it('[DMS-16] leaves nothing behind that goes on when it has ended', async () => {
    // What it leaves holds its output open: the answer comes when that is gone, or too late.
    const tools = await script('sleep 600 & echo done')
    expect(await run(tools)).toBe('done')
  })

  it('[DMS-16] ends with whoever no longer wants its work', async () => {
    const tools = await script('sleep 30')
    const abort = new AbortController()
    const running = run(tools, { signal: abort.signal })
    setImmediate(() => abort.abort(new Error('going down')))
    await expect(running).rejects.toThrow('going down')
  })

  it('[DMS-16] may print a lot, of which little is kept', async () => {
    const tools = await script('yes | head -c 20000000')
    expect((await run(tools)).length).toBeLessThanOrEqual(64 * 1024)
  })

  it('[DMS-16] that fails says why', async () => {
    const tools = await script('echo "no such page" >&2; exit 3')
    await expect(run(tools)).rejects.toThrow('pdfinfo ended with code 3: no such page')
  })

  it('[DMS-16] that is not installed, or may not run like this, is missing', async () => {
    await expect(run(createTools('/nowhere'))).rejects.toBeInstanceOf(ToolMissing)
    const strict = {
      ...(await script('exit 0')),
      isolation: createTools('/nowhere', true).isolation,
    }
    await expect(run(strict)).rejects.toThrow('isolation is not there')
  })

  it.each([
    ['1610612736', 1024 ** 3],
    ['536870912', 256 * 1024 ** 2],
    ['8589934592', 4 * 1024 ** 3],
    ['max', 4 * 1024 ** 3],
    [undefined, 4 * 1024 ** 3],
  ])('[DMS-16] leaves memory to the service, of a container with %s', async (limit, bytes) => {
    const file = join(directory, 'memory.max')
    if (limit !== undefined) await writeFile(file, `${limit}\n`)
    const { find } = await script('ulimit -v')
    const tools = { ...createTools('/usr/bin:/bin', false, file), find }
    const limited = await run(tools, { memoryBytes: 4 * 1024 ** 3 })
    expect(Number(limited) * 1024).toBe(bytes)
  })
})

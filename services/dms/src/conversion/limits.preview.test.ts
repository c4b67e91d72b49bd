// @module-tag poppler
// @module-tag ffmpeg
// @module-tag heif
// @module-tag libreoffice
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runTool } from './run-tool.ts'
import { createTools } from './tools.ts'

async function runScript(text: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tool-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, 'tool')
  await writeFile(path, `#!/bin/sh\n${text}\n`)
  await chmod(path, 0o755)
  const tools = { ...createTools('/usr/bin:/bin'), find: () => path }
  return runTool(tools, {
    tool: 'pdfinfo',
    args: [],
    directory,
    timeoutMs: 60_000,
    memoryBytes: 256 * 1024 ** 2,
    fileBytes: 1024 ** 2,
  })
}

it('[DMS-16] writes no file above its limit', async () => {
  await expect(runScript('head -c 5000000 /dev/zero > big')).rejects.toThrow('pdfinfo ended')
})

it('[DMS-16] takes no memory above its limit', async () => {
  await expect(
    runScript('x=$(head -c 600000000 /dev/zero | tr "\\0" a); echo ${#x}'),
  ).rejects.toThrow('pdfinfo ended')
})

it('[DMS-16] sees no network but an empty one of its own', async () => {
  // Two lines of headings, and the one device that leads nowhere.
  expect(await runScript('tail -n +3 /proc/self/net/dev | cut -d: -f1 | tr -d " "')).toBe('lo')
})

it('[DMS-16] ends when the service is killed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tool-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const [path, beat] = [join(directory, 'tool'), join(directory, 'beat')]
  await writeFile(path, `#!/bin/sh\nwhile :; do date +%N > ${beat}; sleep 0.05; done\n`)
  await chmod(path, 0o755)
  const program = `
    import { runTool } from ${JSON.stringify(new URL('run-tool.ts', import.meta.url).href)}
    import { createTools } from ${JSON.stringify(new URL('tools.ts', import.meta.url).href)}
    const tools = { ...createTools('/usr/bin:/bin'), find: () => ${JSON.stringify(path)} }
    const limits = { timeoutMs: 60000, memoryBytes: 2 ** 30, fileBytes: 2 ** 20 }
    await runTool(tools, { tool: 'pdfinfo', args: [], directory: ${JSON.stringify(directory)}, ...limits })`
  const args = ['--conditions=source', '--input-type=module', '--eval', program]
  const service = spawn(process.execPath, args, { stdio: 'ignore' })
  const begun = () =>
    stat(beat).then(
      () => true,
      () => false,
    )
  await expect.poll(begun).toBe(true)

  service.kill('SIGKILL')

  const silentMs = async () => Date.now() - (await stat(beat)).mtimeMs
  await expect.poll(silentMs).toBeGreaterThan(1_000)
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { programEnvironment } from './programs.ts'

const preload = new URL('note-modules.ts', import.meta.url).href

/**
 * Starts a service from its sources, until it listens, and ends it.
 *
 * @returns what it has loaded of these, each named by a part of a module's address.
 */
export async function loadedAtStart(
  main: URL,
  env: Readonly<Record<string, string>>,
  wanted: readonly string[],
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'modules-'))
  const MODULES_FILE = join(folder, 'modules')
  const child = spawn(
    process.execPath,
    ['--conditions=source', `--import=${preload}`, fileURLToPath(main)],
    {
      env: {
        ...programEnvironment(),
        PORT: '0',
        SHUTDOWN_DRAIN_SECONDS: '0',
        ...env,
        MODULES_FILE,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('"address":')) child.kill('SIGTERM')
  }
  await ended
  const modules = await readFile(MODULES_FILE, 'utf8')
  await rm(folder, { recursive: true })
  return wanted.filter((part) => modules.includes(part))
}

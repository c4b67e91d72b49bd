import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether a process of this number exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * What a process runs: its command line, on Windows the name of its program. After a restart of the machine the
 * number in a file may belong to anyone. Undefined when the system does not tell.
 */
export async function findCommandOf(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') return await readFile(`/proc/${pid}/cmdline`, 'utf8')
    const { stdout } =
      process.platform === 'win32'
        ? await run('tasklist', ['/NH', '/FO', 'CSV', '/FI', `PID eq ${pid}`], {
            windowsHide: true,
          })
        : await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
    return stdout
  } catch {
    return undefined
  }
}

/** @throws Error with the complaint when the condition has not come true in time. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
  complaint: string,
): Promise<void> {
  const end = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(complaint)
    await sleep(50)
  }
}

const passedOn = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'TMPDIR',
  'TMP',
  'TEMP',
  'SYSTEMROOT',
  'WINDIR',
  'COMSPEC',
  'LANG',
  'TZ',
  'NODE_EXTRA_CA_CERTS',
]

/**
 * What child processes inherit. Not everything: a `PORT`, `DATABASE_URL` or `CORS_ORIGINS` that
 * someone has set for other work must not reach a service.
 */
export function baseEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => passedOn.includes(name.toUpperCase()))
  return Object.fromEntries(kept)
}

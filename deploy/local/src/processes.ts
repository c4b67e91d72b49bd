import { setTimeout as sleep } from 'node:timers/promises'

/** Whether a process of this number exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
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

import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '@countersign/test-kit/ports'
import { programArguments, programEnvironment } from '@countersign/test-kit/programs'

export interface Started {
  readonly url: string
  /** CPU seconds so far, all threads. */
  readonly cpu: () => Promise<number>
  readonly stop: () => Promise<void>
  /** As the kernel would, out of memory: nothing is finished. */
  readonly kill: () => Promise<void>
}

// Linux counts in hundredths of a second.
const secondsPerTick = 0.01

/** Starts a script with its own port and waits until it answers. */
export async function startProcess(
  script: URL,
  env: (url: string) => Record<string, string>,
): Promise<Started> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, programArguments(script), {
    env: {
      ...programEnvironment(),
      PORT: String(port),
      SHUTDOWN_DRAIN_SECONDS: '0',
      ...env(url),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answers(url, child)
  return {
    url,
    cpu: () => cpuOf(child.pid ?? 0),
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
}

/**
 * Processes of the service on one database and with one issuer, as behind a gateway.
 *
 * @param issuer Of a process that is there already; the first one's address when left out.
 */
export async function startIamProcesses(
  databaseUrl: string,
  count: number,
  issuer?: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Started[]> {
  const started: Started[] = []
  for (let i = 0; i < count; i++) {
    const managementPort = await findFreePort()
    const script = new URL('../main.ts', import.meta.url)
    const one = await startProcess(script, (url) => {
      issuer ??= url
      return {
        DATABASE_URL: databaseUrl,
        ISSUER_URL: issuer,
        JWKS_URL: `${issuer}/oauth2/jwks`,
        MANAGEMENT_PORT: String(managementPort),
        LOG_LEVEL: 'error',
        COOKIE_KEYS: 'a cookie key for tests that is long enough',
        KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64url'),
        ...environment,
      }
    })
    started.push(one)
  }
  return started
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error('the process under test ended')
    const answer = await fetch(`${url}/oauth2/jwks`).catch(() => undefined)
    if (answer !== undefined) return
    await delay(100)
  }
  throw new Error('the process under test does not answer')
}

async function cpuOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name is in brackets and may hold anything; utime and stime are fields 14 and 15 (proc(5)).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * secondsPerTick
}

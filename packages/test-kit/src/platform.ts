import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findPortBase } from './ports.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** The README's command, word by word: what a newcomer runs is what is tested. */
const START = ['npx', '-y', 'pnpm@12.21.0', 'start'] as const
const READY_TIMEOUT_MS = 180_000
const STOP_TIMEOUT_MS = 20_000
const KEPT_OUTPUT = 8_000

/** A platform in processes of its own. */
export interface RunningPlatform {
  readonly startMs: number
  /** Stops it as Ctrl-C does; kills what is left after 20 s. */
  readonly stop: () => Promise<void>
}

/**
 * Runs the README's start command in the repository and waits until the platform says it is ready.
 *
 * @throws with the end of its output when it ends before, or is not ready after three minutes.
 */
export async function startPlatform(options: {
  dataDir: string
  env: NodeJS.ProcessEnv
}): Promise<RunningPlatform> {
  const startedAt = Date.now()
  const portBase = await findPortBase()
  const [command, ...args] = START
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      ...withoutTestRunner(options.env),
      PORT_BASE: String(portBase),
      DATA_DIR: options.dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, to be interrupted like a terminal's.
    detached: true,
  })
  const output = keepOutput(child)
  const interruptAtExit = (): void => signalGroup(child, 'SIGINT')
  process.once('exit', interruptAtExit)
  const stop = async (): Promise<void> => {
    process.off('exit', interruptAtExit)
    await stopGroup(child)
  }
  const file = join(options.dataDir, 'platform.json')
  while (!(await isReady(file))) {
    const over = hasEnded(child) || Date.now() - startedAt > READY_TIMEOUT_MS
    if (over) {
      await stop()
      throw new Error(`the platform did not get ready:\n${output()}`)
    }
    await wait(200)
  }
  return { startMs: Date.now() - startedAt, stop }
}

/** The environment of a newcomer's shell: what the test runner added would reach the services. */
function withoutTestRunner(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const added =
    /^(VITEST|NODE_ENV$|NODE_OPTIONS$|TEST$|DEV$|PROD$|MODE$|SSR$|BASE_URL$|DATABASE_URL$)/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !added.test(name)))
}

function keepOutput(child: ChildProcess): () => string {
  let kept = ''
  const keep = (chunk: Buffer): void => {
    kept = `${kept}${chunk.toString()}`.slice(-KEPT_OUTPUT)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  child.once('error', (error) => keep(Buffer.from(String(error))))
  return () => kept
}

async function isReady(file: string): Promise<boolean> {
  try {
    const platform: unknown = JSON.parse(await readFile(file, 'utf8'))
    return (
      typeof platform === 'object' &&
      platform !== null &&
      'ready' in platform &&
      platform.ready === true
    )
  } catch {
    return false
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) {
    const ended = once(child, 'exit')
    signalGroup(child, 'SIGINT')
    await Promise.race([ended, wait(STOP_TIMEOUT_MS, undefined, { ref: false })])
  }
  // Nothing is left of it after a clean stop; then this reaches nobody.
  signalGroup(child, 'SIGKILL')
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // ESRCH: all of them have ended.
  }
}

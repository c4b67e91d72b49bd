import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Something the launcher keeps running. */
export interface Program {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly uid?: number
  readonly gid?: number
  /** Has an IPC channel, over which it is asked to stop. */
  readonly guarded: boolean
  /** How long it may take to stop before it is killed. */
  readonly stopTimeoutMs: number
  /** How often a start that fails is tried again before that is an error. */
  readonly startRetries: number
  isReady(child: Pick<ChildProcess, 'pid'>): Promise<boolean>
  requestStop(child: ChildProcess): Promise<void> | void
}

const guard = new URL('./child-guard.ts', import.meta.url)

// MiB of V8's young generation. It grows at the start and is never given back; kept small, the idle
// platform takes 457 MiB instead of 573, and one person notices nothing (docs/performance/startup.md).
const youngGeneration = '--max-semi-space-size=2'

/** Arguments of Node for a TypeScript entry of the checkout. */
export function nodeArguments(entry: URL, args: readonly string[] = []): string[] {
  const options = [youngGeneration, '--conditions=source', '--import', guard.href]
  return [...options, fileURLToPath(entry), ...args]
}

/** A service of the checkout: ready when its address answers 200. */
export function nodeProgram(options: {
  name: string
  directory: URL
  env: NodeJS.ProcessEnv
  readyUrl: string
}): Program {
  const { name, directory, env, readyUrl } = options
  return {
    name,
    command: process.execPath,
    args: nodeArguments(new URL('src/main.ts', directory)),
    env,
    cwd: fileURLToPath(directory),
    guarded: true,
    stopTimeoutMs: 5_000 + 1_000 * Number(env['SHUTDOWN_DRAIN_SECONDS'] ?? 0),
    startRetries: 0,
    isReady: () => isUp(readyUrl),
    requestStop: (child) => {
      if (child.connected) child.send('stop')
      else child.kill('SIGTERM')
    },
  }
}

async function isUp(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await answer.body?.cancel()
    return answer.status === 200
  } catch {
    return false
  }
}

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A shell in which the commands of the guide are run, one block after the other. */
export interface Shell {
  /** Where the last block ended. */
  readonly folder: () => string
  /** @throws Error with what was printed when a command fails. */
  run(commands: string): Promise<void>
  /** Begins what ends only when it is told to; answers what it printed so far. */
  begin(command: string): { output(): string; stop(): Promise<void> }
}

/** @param home Where `$HOME` is: an empty folder, as a newcomer's is as far as we are concerned. */
export function openShell(
  options: { readonly folder: string; readonly home: string },
  env: NodeJS.ProcessEnv,
): Shell {
  let { folder } = options
  const { home } = options
  const own = { ...env, HOME: home }
  return {
    folder: () => folder,
    async run(commands) {
      const ended = join(home, 'folder')
      const script = `set -eo pipefail\n${commands}\npwd > '${ended}'`
      await promisify(execFile)('bash', ['-c', script], {
        cwd: folder,
        env: own,
        maxBuffer: 2 ** 26,
      }).catch(({ stdout, stderr, message }: Failed) => {
        throw new Error(`${message}\n${stdout.slice(-4000)}\n${stderr.slice(-4000)}`)
      })
      folder = (await readFile(ended, 'utf8')).trim()
    },
    begin(command) {
      let said = ''
      // A group of its own, to be interrupted like a terminal's.
      const child = spawn('bash', ['-c', command], { cwd: folder, env: own, detached: true })
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
      return {
        output: () => said,
        async stop() {
          if (child.pid === undefined || child.exitCode !== null) return
          const ended = once(child, 'exit')
          process.kill(-child.pid, 'SIGINT')
          await ended
        },
      }
    },
  }
}

interface Failed {
  readonly message: string
  readonly stdout: string
  readonly stderr: string
}

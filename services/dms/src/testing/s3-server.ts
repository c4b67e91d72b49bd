import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestS3 } from '@countersign/test-kit/optional-tools'
import { findFreePort } from '@countersign/test-kit/ports'
import { vi } from 'vitest'

export interface S3Server extends TestS3 {
  /** The process does nothing any more, and takes connections. Resolves when its last thread stands. */
  freeze(): Promise<void>
  thaw(): void
  /** Without warning. */
  kill(): Promise<void>
  /** Again, at the same address and with the same files. */
  start(): Promise<void>
}

/** An S3 server of the test's own (Versity Gateway at `program`), which keeps its files below `folder`. */
export async function startS3Server(program: string, folder: string): Promise<S3Server> {
  const [objects, attributes, versions] = ['objects', 'attributes', 'versions'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  await Promise.all([objects, attributes, versions].map((path) => mkdir(path)))
  const port = await findFreePort()
  const endpoint = `http://127.0.0.1:${port}`
  const [accessKey, secretKey] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')]
  let child: ChildProcess | undefined

  const start = async () => {
    child = spawn(
      program,
      [
        '--quiet',
        '--keep-alive',
        '--port',
        `127.0.0.1:${port}`,
        '--region',
        'us-east-1',
        'posix',
        '--sidecar',
        attributes,
        '--versioning-dir',
        versions,
        objects,
      ],
      { stdio: 'ignore', env: { ROOT_ACCESS_KEY: accessKey, ROOT_SECRET_KEY: secretKey } },
    )
    await vi.waitFor(() => fetch(endpoint), { timeout: 60_000, interval: 50 })
  }
  await start()
  return {
    endpoint,
    accessKey,
    secretKey,
    region: 'us-east-1',
    freeze: async () => {
      child?.kill('SIGSTOP')
      await vi.waitFor(() => expectStopped(child?.pid), { timeout: 60_000, interval: 5 })
    },
    thaw: () => void child?.kill('SIGCONT'),
    kill: async () => {
      child?.kill('SIGKILL')
      if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
    start,
  }
}

// The signal is on its way when kill() returns: on a busy machine a thread that runs has served a whole
// file before it stands (proc_pid_stat(5): the state after the name in brackets).
async function expectStopped(pid: number | undefined): Promise<void> {
  if (process.platform !== 'linux') return
  const threads = await readdir(`/proc/${pid}/task`)
  const states = await Promise.all(
    threads.map(async (thread) => {
      const line = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8')
      return line.slice(line.lastIndexOf(')') + 2)[0]
    }),
  )
  if (states.some((state) => state !== 'T'))
    throw new Error(`the server still runs: ${states.join('')}`)
}

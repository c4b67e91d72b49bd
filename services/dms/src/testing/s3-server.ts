import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestS3 } from '@countersign/test-kit/optional-tools'
import { findFreePort } from '@countersign/test-kit/ports'
import { vi } from 'vitest'

export interface S3Server extends TestS3 {
  /** The process does nothing any more, and takes connections. */
  freeze(): void
  thaw(): void
  /** Without warning. */
  kill(): Promise<void>
  /** Again, at the same address and with the same files. */
  start(): Promise<void>
}

/** An S3 server of the test's own (Versity Gateway at `program`), which keeps its files below `folder`. */
export async function startS3Server(program: string, folder: string): Promise<S3Server> {
  const [objects, attributes] = [join(folder, 'objects'), join(folder, 'attributes')]
  await Promise.all([mkdir(objects), mkdir(attributes)])
  const port = await findFreePort()
  const endpoint = `http://127.0.0.1:${port}`
  const [accessKey, secretKey] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')]
  let child: ChildProcess | undefined

  const start = async () => {
    child = spawn(
      program,
      [
        '--quiet',
        '--port',
        `127.0.0.1:${port}`,
        '--region',
        'us-east-1',
        'posix',
        '--sidecar',
        attributes,
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
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    kill: async () => {
      child?.kill('SIGKILL')
      if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
    start,
  }
}

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { useDatabase } from '@countersign/test-kit/database'
import { findFreePort } from '@countersign/test-kit/ports'
import { expect, it, onTestFinished } from 'vitest'
import { migrations } from './migrations.ts'

// The service as a process, and the command that business developers run against theirs.

const PATH = '/internal/v1/dms/bpm-events'
const at = (path: string) => new URL(path, import.meta.url).pathname

/** Starts the service trusting the stand-in that the command will be, and answers where it listens. */
async function startService(standIn: string): Promise<string> {
  const [port, { url }, root] = await Promise.all([
    findFreePort(),
    useDatabase({ migrations }),
    mkdtemp(join(tmpdir(), 'dms-conformance-')),
  ])
  const child = spawn(process.execPath, ['--conditions=source', at('main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      LOG_LEVEL: 'info',
      DATABASE_URL: url,
      ...{ ISSUER_URL: standIn, JWKS_URL: `${standIn}/oauth2/jwks` },
      IAM_URL: standIn,
      BPM_URL: standIn,
      WORKFLOW_CLIENT_ID: 'countersign-workflow',
      DMS_CLIENT_ID: 'document',
      DMS_CLIENT_SECRET: 'secret',
      DMS_CALLBACK_ORIGIN: `http://127.0.0.1:${port}`,
      ADDRESS_SIGNING_KEY: randomBytes(32).toString('base64url'),
      STORAGE_FILESYSTEM_ROOT: root,
    },
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await rm(root, { recursive: true, force: true })
  })
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) {
    const { address } = JSON.parse(line) as { address?: string }
    if (address === undefined) continue
    // What it logs from here on is read and dropped, so that it never waits for us.
    child.stdout.resume()
    return address
  }
  throw new Error('the service did not start')
}

it('[EVT-01] [EVT-02] [EVT-03] [EVT-04] passes the conformance run of the event receiver', async () => {
  const port = await findFreePort()
  const address = await startService(`http://127.0.0.1:${port}`)
  const cli = at('../../../packages/event-receiver/src/cli.ts')

  const args = [
    'verify',
    address + PATH,
    '--port',
    String(port),
    '--biz-type',
    'dms.document',
    '--several',
  ]
  const run = spawn(process.execPath, ['--conditions=source', cli, ...args])
  let said = ''
  run.stdout.on('data', (chunk) => (said += String(chunk)))
  const [code] = (await once(run, 'close')) as [number | null]

  expect(said).toMatch(/\n\d+ passed, 0 failed/)
  expect(code).toBe(0)
})

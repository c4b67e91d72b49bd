import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { useDatabase } from '@countersign/test-kit/database'
import { findFreePort } from '@countersign/test-kit/ports'
import { expect, it, onTestFinished } from 'vitest'

// The application as a process, and the command that business developers run against theirs.

const at = (path: string) => new URL(path, import.meta.url).pathname

/** Starts the application trusting the stand-in that the command will be. */
async function startApplication(standIn: string): Promise<string> {
  const { url } = await useDatabase({ migrations: new URL('../migrations/', import.meta.url) })
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['--conditions=source', at('main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      LOG_LEVEL: 'silent',
      DATABASE_URL: url,
      ISSUER_URL: standIn,
      IAM_URL: standIn,
      BPM_URL: standIn,
      CLIENT_ID: 'expense-app',
      CLIENT_SECRET: 'secret',
      TENANT_IDS: randomUUID(),
      CALLBACK_ORIGIN: origin,
      WORKFLOW_CLIENT_ID: 'countersign-workflow',
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const health = () =>
    fetch(`${origin}/actuator/health`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(health).toBe(200)
  return origin
}

it('[EVT-01] [EVT-02] [EVT-03] [EVT-04] passes the conformance run of the event receiver', async () => {
  const port = await findFreePort()
  const origin = await startApplication(`http://127.0.0.1:${port}`)
  const cli = at('../../../packages/event-receiver/src/cli.ts')

  const url = `${origin}/internal/bpm-events`
  const args = ['verify', url, '--port', String(port), '--biz-type', 'expense', '--several']
  const run = spawn(process.execPath, ['--conditions=source', cli, ...args])
  let said = ''
  run.stdout.on('data', (chunk) => (said += String(chunk)))
  const [code] = (await once(run, 'close')) as [number | null]

  expect(said).toMatch(/\n\d+ passed, 0 failed/)
  expect(code).toBe(0)
})

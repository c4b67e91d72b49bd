import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { useDatabase } from '@countersign/test-kit/database'
import { expect, it, onTestFinished } from 'vitest'

const here = new URL('./', import.meta.url)
const settings = {
  PORT: '0',
  ISSUER_URL: 'http://platform.test',
  JWKS_URL: 'http://127.0.0.1:9/oauth2/jwks',
  IAM_URL: 'http://127.0.0.1:9',
  BPM_URL: 'http://127.0.0.1:9',
  DMS_CLIENT_ID: 'document',
  DMS_CLIENT_SECRET: 'a-secret-that-must-not-be-shown!',
  WORKFLOW_CLIENT_ID: 'workflow',
  DMS_CALLBACK_ORIGIN: 'http://dms.test',
  ADDRESS_SIGNING_KEY: Buffer.alloc(32, 1).toString('base64url'),
  STORAGE_S3_ENDPOINT: 'http://127.0.0.1:9',
  STORAGE_S3_BUCKET: 'documents',
}

function run(file: string, env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const path = new URL(file, here).pathname
  const child = spawn(process.execPath, ['--conditions=source', path, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => lines.push(line))
  }
  return { child, lines }
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit')
  return child.exitCode
}

const addressIn = (lines: readonly string[]) =>
  lines.map((line) => /"address":"([^"]+)"/.exec(line)?.[1]).find((found) => found !== undefined)

it('migrates, gets ready, answers, and stops when it is told to', async () => {
  const { url } = await useDatabase()
  const root = await mkdtemp(join(tmpdir(), 'dms-main-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const check = () => exitOf(run('migrate.ts', { DATABASE_URL: url }, ['--check']).child)
  expect(await check()).toBe(1)
  expect(await exitOf(run('migrate.ts', { DATABASE_URL: url }).child)).toBe(0)
  expect(await check()).toBe(0)

  const env = { ...settings, DATABASE_URL: url, STORAGE_FILESYSTEM_ROOT: root }
  const { child, lines } = run('main.ts', env)
  await expect.poll(() => addressIn(lines), { timeout: 10_000 }).toBeDefined()
  const health = await fetch(`${addressIn(lines) ?? ''}/actuator/health/readiness`)

  expect(await health.json()).toEqual({ status: 'UP', components: { database: { status: 'UP' } } })
  child.kill('SIGTERM')
  expect(await exitOf(child)).toBe(0)
}, 30_000)

it('names every fault of its environment at once, and no value', async () => {
  const { ISSUER_URL: _, ...rest } = settings
  const env = { ...rest, IAM_URL: 'not an address', ADDRESS_SIGNING_KEY: 'short' }
  const { child, lines } = run('main.ts', env)

  expect(await exitOf(child)).toBe(2)
  const text = lines.join('\n')
  for (const name of ['ISSUER_URL', 'IAM_URL', 'ADDRESS_SIGNING_KEY', 'DATABASE_URL']) {
    expect(text).toContain(name)
  }
  expect(text).not.toContain('not an address')
})

it('[DMS-14] does not start without a place for files, and shows no secret', async () => {
  const { STORAGE_S3_ENDPOINT: _, ...rest } = settings
  const env = { ...rest, DATABASE_URL: 'postgresql://u:hidden-password@127.0.0.1:9/x' }
  const stopped = run('main.ts', env)
  expect(await exitOf(stopped.child)).toBe(2)
  expect(stopped.lines.join('\n')).toContain('STORAGE_FILESYSTEM_ROOT')

  const printed = run('cli.ts', { ...env, ...settings }, ['config', 'print'])

  expect(await exitOf(printed.child)).toBe(0)
  const text = printed.lines.join('\n')
  expect(text).toContain('"STORAGE_S3_BUCKET": "documents"')
  expect(text).not.toMatch(/hidden-password|must-not-be-shown/)
  expect(text).not.toContain(settings.ADDRESS_SIGNING_KEY)
})

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { useDatabase } from '@countersign/test-kit/database'
import { loadedAtStart } from '@countersign/test-kit/loaded-modules'
import { openCollector } from '@countersign/test-kit/otlp-collector'
import { programEnvironment } from '@countersign/test-kit/programs'
import { expect, it, onTestFinished } from 'vitest'
import { migrations } from './migrations.ts'

const here = new URL('./', import.meta.url)
const settings = {
  PORT: '0',
  SHUTDOWN_DRAIN_SECONDS: '0',
  ISSUER_URL: 'http://platform.test',
  JWKS_URL: 'http://127.0.0.1:9/oauth2/jwks',
  IAM_URL: 'http://127.0.0.1:9',
  BPM_CLIENT_ID: 'workflow',
  BPM_CLIENT_SECRET: 'a-secret-that-must-not-be-shown!',
  KEY_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64url'),
}

function run(file: string, env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const path = new URL(file, here).pathname
  const child = spawn(process.execPath, ['--conditions=source', path, ...args], {
    env: { ...programEnvironment(), ...env },
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
  const check = () => exitOf(run('migrate.ts', { DATABASE_URL: url }, ['--check']).child)
  expect(await check()).toBe(1)
  expect(await exitOf(run('migrate.ts', { DATABASE_URL: url }).child)).toBe(0)
  expect(await check()).toBe(0)

  const { child, lines } = run('main.ts', { ...settings, DATABASE_URL: url })
  await expect.poll(() => addressIn(lines)).toBeDefined()
  const health = await fetch(`${addressIn(lines) ?? ''}/actuator/health/readiness`)

  expect(await health.json()).toEqual({
    status: 'UP',
    components: {
      database: { status: 'UP' },
      revocations: { status: 'UNKNOWN' },
      'audit-chain': { status: 'UP' },
    },
  })
  child.kill('SIGTERM')
  expect(await exitOf(child)).toBe(0)
})

it('loads at its start what each process needs, and no more', async () => {
  const { url } = await useDatabase({ migrations })
  const env = { ...settings, DATABASE_URL: url }
  const parts = [
    '/bpm/src/workers.ts',
    '/piscina/',
    '/src/route-facts.ts',
    '/src/route-examples.ts',
  ]
  expect(await loadedAtStart(new URL('main.ts', here), env, parts)).toEqual([parts[0]])
})

it('believes what the gateway that is named to it says of a request', async () => {
  const { url } = await useDatabase()
  expect(await exitOf(run('migrate.ts', { DATABASE_URL: url }).child)).toBe(0)
  const collector = await openCollector()
  onTestFinished(() => collector.close())
  const { child, lines } = run('main.ts', {
    ...settings,
    DATABASE_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  })
  await expect.poll(() => addressIn(lines)).toBeDefined()
  const headers = { 'x-forwarded-proto': 'https' }
  expect((await fetch(`${addressIn(lines) ?? ''}/api/bpm/v1/tasks`, { headers })).status).toBe(401)
  child.kill('SIGTERM')
  expect(await exitOf(child)).toBe(0)

  const request = collector.spans().find(({ name }) => name === 'GET /api/bpm/v1/tasks')
  expect(request?.attributes['url.scheme']).toBe('https')
})

it('names every fault of its environment at once, and no value', async () => {
  const { ISSUER_URL: _, ...rest } = settings
  const { child, lines } = run('main.ts', { ...rest, IAM_URL: 'not an address' })

  expect(await exitOf(child)).toBe(2)
  await expect.poll(() => lines.join('\n')).toContain('ISSUER_URL is missing')
  const text = lines.join('\n')
  expect(text).toContain('DATABASE_URL is missing')
  expect(text).toContain('IAM_URL')
  expect(text).not.toContain('not an address')
  expect(text).not.toContain(settings.BPM_CLIENT_SECRET)
})

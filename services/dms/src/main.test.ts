import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase } from '@countersign/test-kit/database'
import { loadedAtStart } from '@countersign/test-kit/loaded-modules'
import { programEnvironment } from '@countersign/test-kit/programs'
import { expect, it, onTestFinished } from 'vitest'
import type { Schema } from './db/schema.ts'
import { insertSource } from './content/source-queries.ts'
import { appendAudit, systemActor } from './features/audit/queries.ts'
import { migrations } from './migrations.ts'

const here = new URL('./', import.meta.url)
const settings = {
  PORT: '0',
  SHUTDOWN_DRAIN_SECONDS: '0',
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
  const root = await mkdtemp(join(tmpdir(), 'dms-main-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const check = () => exitOf(run('migrate.ts', { DATABASE_URL: url }, ['--check']).child)
  expect(await check()).toBe(1)
  expect(await exitOf(run('migrate.ts', { DATABASE_URL: url }).child)).toBe(0)
  expect(await check()).toBe(0)

  const left = join(root, `dms-work-${hostname()}-${2 ** 30}-${'0'.repeat(16)}-abcdef`)
  await mkdir(left)
  const env = { ...settings, DATABASE_URL: url, STORAGE_FILESYSTEM_ROOT: root, TMPDIR: root }
  const { child, lines } = run('main.ts', env)
  await expect.poll(() => addressIn(lines)).toBeDefined()
  // What a process that is gone left of its work.
  await expect.poll(() => existsSync(left)).toBe(false)
  const health = async () =>
    (await fetch(`${addressIn(lines) ?? ''}/actuator/health/readiness`)).json()

  await expect.poll(health).toEqual({
    status: 'UP',
    components: {
      database: { status: 'UP' },
      revocations: { status: 'UNKNOWN' },
      sources: { status: 'UP' },
    },
  })
  child.kill('SIGTERM')
  expect(await exitOf(child)).toBe(0)
})

it('loads at its start what each process needs, and no more', async () => {
  const { url } = await useDatabase({ migrations })
  const root = await mkdtemp(join(tmpdir(), 'dms-main-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const env = { ...settings, DATABASE_URL: url, STORAGE_FILESYSTEM_ROOT: root, TMPDIR: root }
  const parts = [
    '/dms/src/workers.ts',
    '/sax/',
    '/yauzl/',
    '/conversion/make.ts',
    '/src/route-facts.ts',
    '/src/route-examples.ts',
  ]
  expect(await loadedAtStart(new URL('main.ts', here), env, parts)).toEqual([parts[0]])
})

it('[DMS-10] says when it starts that the database has sources its settings cannot use', async () => {
  const { url } = await useDatabase({ migrations })
  const root = await mkdtemp(join(tmpdir(), 'dms-main-'))
  const db = createDatabase<Schema>({
    url,
    poolSize: 1,
    applicationName: 'test',
    log: createLogger({ service: 'test', level: 'silent' }),
  })
  onTestFinished(async () => {
    await rm(root, { recursive: true })
    await db.destroy()
  })
  await insertSource(
    db,
    randomUUID(),
    {
      id: randomUUID(),
      name: 'default',
      kind: 's3',
      endpoint: settings.STORAGE_S3_ENDPOINT,
      region: 'us-east-1',
      bucket: settings.STORAGE_S3_BUCKET,
      basePath: null,
      credentialsRef: 'STORAGE_S3',
      isDefault: true,
    },
    new Date(),
  )
  const { STORAGE_S3_ENDPOINT: _, STORAGE_S3_BUCKET: __, ...rest } = settings
  const env = { ...rest, DATABASE_URL: url, STORAGE_FILESYSTEM_ROOT: root }
  const { lines } = run('main.ts', env)

  await expect.poll(() => lines.join('\n')).toContain('cannot be used with these settings')
  expect(lines.join('\n')).toContain('there are no credentials under this prefix')
  await expect
    .poll(async () => (await fetch(`${addressIn(lines) ?? ''}/actuator/health/readiness`)).json())
    .toMatchObject({ status: 'UP', components: { sources: { status: 'DEGRADED' } } })
})

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

it('[DMS-15] checks the audit from the command line, with the database and far from it', async () => {
  const { url, asOwner } = await useDatabase({ migrations })
  const folder = await mkdtemp(join(tmpdir(), 'dms-main-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const env = {
    ...settings,
    DATABASE_URL: url,
    AUDIT_SIGNING_KEY: Buffer.alloc(32, 5).toString('base64url'),
  }
  const tenantId = randomUUID()
  const db = createDatabase<Schema>({
    url,
    poolSize: 1,
    applicationName: 'test',
    log: createLogger({ service: 'test', level: 'silent' }),
  })
  onTestFinished(() => db.destroy())
  const entry = { action: 'document.created', actor: systemActor }
  for (let count = 0; count < 3; count++) {
    await db.transaction().execute((tx) => appendAudit(tx, tenantId, new Date(), [entry]))
  }
  const ask = async (environment: Readonly<Record<string, string>>, ...args: string[]) => {
    const { child, lines } = run('cli.ts', environment, ['audit', ...args])
    return { code: await exitOf(child), lines }
  }
  // Before the export, which is in the audit itself.
  const verified = await ask(env, 'verify', '--tenant', tenantId)
  const [exported, publicKey] = await Promise.all([
    ask(env, 'export', '--tenant', tenantId),
    ask(env, 'public-key'),
  ])
  expect([verified.code, verified.lines[0]]).toEqual([
    0,
    expect.stringContaining('"valid":true,"checked":3'),
  ])
  const check = async (lines: readonly string[]) => {
    const file = join(folder, `${randomUUID()}.jsonl`)
    await writeFile(file, lines.join('\n'))
    // No settings, no database.
    const key = publicKey.lines[0] ?? ''
    return ask({}, 'verify-export', '--file', file, `--public-key=${key}`)
  }
  const [first = '', ...rest] = exported.lines
  const [good, changed, removed] = await Promise.all([
    check(exported.lines),
    check([first.replace('document.created', 'document.edited'), ...rest]),
    check(rest),
  ])
  expect([good.code, good.lines]).toEqual([0, ['{"valid":true,"checked":4}']])
  expect([changed.code, changed.lines[0]]).toEqual([1, expect.stringContaining('changed')])
  expect([removed.code, removed.lines[0]]).toEqual([1, expect.stringContaining('gap')])

  // Whoever owns the database can take the trigger away; the chain shows what they did.
  await asOwner(`
    alter table audit_events disable trigger audit_events_append_only;
    update audit_events set action = 'document.edited' where sequence = 2`)
  const tampered = await ask(env, 'verify', '--tenant', tenantId)
  expect([tampered.code, tampered.lines[0]]).toEqual([
    1,
    expect.stringContaining('"sequence":2,"reason":"changed"'),
  ])
})

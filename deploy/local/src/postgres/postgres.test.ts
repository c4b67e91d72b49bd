import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@countersign/test-kit/ports'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isAlive, waitUntil } from '../processes.ts'
import { postgresProgram } from '../services.ts'
import type { Plan } from '../plan.ts'
import { ensureSecrets, serviceNames, type Secrets } from '../secrets.ts'
import { readSettings } from '../settings.ts'
import { layoutOf } from '../layout.ts'
import { describePlatform } from '../seed/platform.ts'
import { Supervised } from '../supervisor.ts'
import { adminUrl, databaseUrl, ownerUrl } from '../plan.ts'
import { placePostgres, type Placement } from './account.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster, serverArguments, stopOrphan } from './cluster.ts'
import { ensureDatabases } from './databases.ts'

let dir: string
let plan: Plan
let placement: Placement
let secrets: Secrets
let server: Supervised

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-local-'))
  // As root, the account PostgreSQL runs as must be able to walk through.
  await chmod(dir, 0o755)
  const layout = layoutOf(dir)
  secrets = await ensureSecrets(layout.secretsFile)
  const settings = readSettings({ PORT_BASE: String((await findFreePort()) - 5) }, dir)
  const platform = describePlatform(settings, secrets)
  plan = { settings, layout, secrets, platform, baseEnv: {}, pages: {} }
  placement = await placePostgres(findBinaries(), layout.postgresDir, secrets.ids.cluster)
  await ensureCluster(placement, secrets.postgres)
  server = new Supervised(postgresProgram(plan, placement), {
    logFile: join(dir, 'postgres.log'),
    report: () => {},
    onPid: () => {},
  })
  await server.start()
  await ensureDatabases(adminUrl(plan), secrets)
})

afterAll(async () => {
  await server.stop()
  await rm(dir, { recursive: true, force: true })
})

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

describe('the embedded PostgreSQL', () => {
  it('keeps its promises: nothing is switched off that makes a commit durable', async () => {
    const rows = await query<{ name: string; setting: string }>(
      adminUrl(plan),
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums')`,
    )
    expect(rows).toHaveLength(4)
    for (const { name, setting } of rows) expect([name, setting]).toEqual([name, 'on'])
  })

  it('[GEN-01] lets each service into its own database and no other', async () => {
    for (const name of serviceNames) {
      const own = databaseUrl(plan, name)
      expect(await query(own, 'select current_user as who')).toEqual([{ who: name }])
      const others = [...serviceNames.filter((other) => other !== name), 'postgres', 'template1']
      for (const other of others) {
        const url = new URL(own)
        url.pathname = `/${other}`
        await expect(query(url.href, 'select 1')).rejects.toThrow(/permission denied for database/)
      }
    }
  })

  it('asks for the password', async () => {
    const url = new URL(databaseUrl(plan, 'iam'))
    url.password = 'wrong'
    await expect(query(url.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  })

  it('is made once, and its set-up may run again', async () => {
    expect(await ensureCluster(placement, 'another password')).toBe(false)
    await ensureDatabases(adminUrl(plan), secrets)
  })

  it('hands the tables of a data folder of before to an owner, and lets the service in', async () => {
    const admin = adminUrl(plan)
    const iam = databaseUrl(plan, 'iam')
    await query(admin, 'alter database iam owner to iam')
    await query(iam, 'create table before (id int)')

    await ensureDatabases(admin, secrets)

    const owners = `select tableowner as who from pg_tables where tablename = 'before'
      union all select datdba::regrole::text from pg_database where datname = 'iam'`
    expect(await query(iam, owners)).toEqual([{ who: 'iam_owner' }, { who: 'iam_owner' }])
    await expect(query(iam, 'drop table before')).rejects.toThrow('must be owner')
    await query(ownerUrl(plan, 'iam'), 'drop table before')
  })

  it('hands them over while people work, who wait for seconds and not for each other', async () => {
    const admin = adminUrl(plan)
    const iam = databaseUrl(plan, 'iam')
    await query(admin, 'alter database iam owner to iam')
    await query(iam, 'create table first (id int); create table second (id int)')
    const reader = new pg.Client({ connectionString: iam })
    await reader.connect()
    await reader.query('begin; select from second')

    const handedOver = ensureDatabases(admin, secrets)
    const waiting = 'select count(*)::int as locks from pg_locks where not granted'
    await expect.poll(() => query(admin, waiting), { timeout: 10_000 }).toEqual([{ locks: 1 }])
    // One is held, or somebody waits for it: who comes now comes behind.
    for (const table of ['first', 'second'])
      await query(iam, `set statement_timeout = '4s'; select from ${table}`)
    await reader.query('commit')
    await reader.end()

    await handedOver
    const owners = `select distinct tableowner as who from pg_tables where tablename in ('first', 'second')`
    expect(await query(iam, owners)).toEqual([{ who: 'iam_owner' }])
    await query(ownerUrl(plan, 'iam'), 'drop table first, second')
  })

  it('keeps the data folder to its owner', async () => {
    expect((await stat(placement.dataDir)).mode & 0o077).toBe(0)
  })

  it('starts again by itself after it was killed', async () => {
    process.kill(server.pid ?? 0, 'SIGKILL')
    const url = databaseUrl(plan, 'iam')
    const answer = () => query(url, 'select 1 as one').catch(() => [])
    await expect.poll(answer).toEqual([{ one: 1 }])
  })

  it('is not ready by what one that was killed has left', async () => {
    const dataDir = join(dir, 'left')
    await mkdir(dataDir)
    const { isReady } = postgresProgram(plan, { ...placement, dataDir })
    expect(await isReady({ pid: 41 })).toBe(false)
    const left = ['41', dataDir, '1700000000', '5432', '', '127.0.0.1', '1 2', 'ready   ', '']
    await writeFile(join(dataDir, 'postmaster.pid'), left.join('\n'))
    expect(await isReady({ pid: 42 })).toBe(false)
    expect(await isReady({ pid: undefined })).toBe(false)
    expect(await isReady({ pid: 41 })).toBe(true)
  })

  it('is not looked for in a process that only has its number', async () => {
    const dataDir = join(dir, 'stale')
    const other = spawn('sleep', ['600'])
    onTestFinished(() => void other.kill('SIGKILL'))
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'postmaster.pid'), `${other.pid}\n`)
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const stub = vi.spyOn(process, 'platform', 'get').mockReturnValue(platform)
      await stopOrphan({ ...placement, dataDir })
      stub.mockRestore()
    }
    expect(isAlive(other.pid ?? 0)).toBe(true)
    expect(other.signalCode).toBe(null)
  })

  it('is stopped when an earlier launcher left it behind', async () => {
    const dataDir = `${placement.dataDir}-orphan`
    const left = { ...placement, dataDir }
    await ensureCluster(left, 'secret')
    const { account, binaries } = placement
    const orphan = spawn(binaries.postgres, serverArguments(dataDir, await findFreePort()), {
      ...account,
    })
    const pid = orphan.pid ?? 0
    const exists = () => stat(join(dataDir, 'postmaster.pid')).then(Boolean, () => false)
    await waitUntil(exists, 60_000, 'it does not start')
    await stopOrphan(left)
    expect(isAlive(pid)).toBe(false)
  })
})

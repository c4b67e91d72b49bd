import { randomBytes } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { mostIdleMs } from './dialect.ts'
import { createDatabase, isCheckViolation, isUniqueViolation, type Database } from './db.ts'
import { keysWorker } from './forget-keys.ts'
import { once, type IdempotencyKey } from './idempotency.ts'
import { createLogger } from '../process/log.ts'
import { checkMigrations, migrate } from './migrate.ts'
import { runMigrateCommand } from './migrate-command.ts'
import { defineProblems, Problem } from '../api/problem.ts'
import { inSnapshot, inTransaction } from './transaction.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const problems = defineProblems('test', {})

interface Schema {
  accounts: { id: number; balance: number; opened: string; big: number }
}

let url: string
let db: Database<Schema>

const firstMigration = `
  create table accounts (
    id int constraint accounts_pkey primary key,
    balance int not null constraint accounts_not_negative check (balance >= 0),
    opened date not null default '2026-03-01',
    big bigint not null default 9007199254740991
  );
  insert into accounts values (1, 100), (2, 100);
  create table idempotency_keys (
    tenant_id text not null, caller text not null, key text not null, request_hash bytea not null,
    status smallint, body jsonb, created_at timestamptz(3) not null default now(),
    constraint idempotency_keys_pkey primary key (tenant_id, caller, key)
  );`

/** An empty database of this run. The test kit makes them elsewhere; it stands on this package. */
async function createEmpty(): Promise<string> {
  const address = new URL(inject('databaseServerUrl'))
  const name = `countersign_t_${inject('runId')}_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  address.pathname = `/${name}`
  return address.href
}

async function writeMigrations(files: Record<string, string>): Promise<URL> {
  const directory = await mkdtemp(join(tmpdir(), 'migrations-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
  return pathToFileURL(`${directory}/`)
}

beforeAll(async () => {
  url = await createEmpty()
  const directory = await writeMigrations({ '0001_accounts.sql': firstMigration })
  await migrate({ url, directory })
  db = createDatabase<Schema>({ url, poolSize: 5, applicationName: 'test', log })
})

afterAll(() => db.destroy())

describe('migrate', () => {
  it('applies each file once although four processes start at once, and tells what is pending', async () => {
    const directory = await writeMigrations({
      '0001_a.sql': 'create table a (id int); insert into a values (1);',
      '0002_b.sql': 'insert into a values (2);',
    })
    // The first runs collide on the catalogue in several ways; ten rounds meet each of them.
    for (let round = 0; round < 10; round += 1) {
      const fresh = await createEmpty()
      expect(await checkMigrations({ url: fresh, directory })).toEqual(['0001_a.sql', '0002_b.sql'])
      const runs = await Promise.all([1, 2, 3, 4].map(() => migrate({ url: fresh, directory })))
      expect(runs.flat().toSorted()).toEqual(['0001_a.sql', '0002_b.sql'])
      expect(await checkMigrations({ url: fresh, directory })).toEqual([])
    }
  })

  it('leaves nothing of a migration that fails half way', async () => {
    const fresh = await createEmpty()
    const broken = await writeMigrations({ '0001_a.sql': 'create table a (id int); select 1 / 0;' })
    await expect(migrate({ url: fresh, directory: broken })).rejects.toThrow(/division by zero/)
    const mended = await writeMigrations({ '0001_a.sql': 'create table a (id int);' })
    expect(await migrate({ url: fresh, directory: mended })).toEqual(['0001_a.sql'])
  })

  it('refuses a file edited after it was applied, and one that is gone', async () => {
    const edited = await writeMigrations({ '0001_accounts.sql': `${firstMigration} select 1;` })
    await expect(migrate({ url, directory: edited })).rejects.toThrow(/edited after it was applied/)
    await expect(checkMigrations({ url, directory: await writeMigrations({}) })).rejects.toThrow(
      /its file is gone/,
    )
  })
})

describe('the migrate program', () => {
  const run = (args: string[], directory: URL, env: Record<string, string>) => {
    const complaints: string[] = []
    const complain = (text: string) => void complaints.push(text)
    return runMigrateCommand({ service: 'test', directory, env, args, complain }).then((code) => ({
      code,
      complaints,
    }))
  }

  it('takes the address from a file, applies what is pending, and tells whether anything is', async () => {
    const directory = await writeMigrations({ '0001_a.sql': 'create table a (id int);' })
    const folder = await writeMigrations({ url: await createEmpty() })
    const env = { DATABASE_URL_FILE: fileURLToPath(new URL('url', folder)), LOG_LEVEL: 'silent' }
    expect(await run(['--check'], directory, env)).toEqual({
      code: 1,
      complaints: ['pending: 0001_a.sql'],
    })
    expect(await run([], directory, env)).toEqual({ code: 0, complaints: [] })
    expect(await run(['--check'], directory, env)).toEqual({ code: 0, complaints: [] })
  })

  it('names what the environment lacks', async () => {
    const { code, complaints } = await run([], await writeMigrations({}), {})
    expect(code).toBe(2)
    expect(complaints.join()).toContain('DATABASE_URL is missing')
  })
})

describe('database', () => {
  it('reads 64-bit integers as numbers and dates as text', async () => {
    const row = await db
      .selectFrom('accounts')
      .select(['opened', 'big'])
      .where('id', '=', 1)
      .executeTakeFirst()
    expect(row).toEqual({ opened: '2026-03-01', big: Number.MAX_SAFE_INTEGER })
  })

  it('names statements, so that PostgreSQL prepares them once', async () => {
    const prepared = await db.connection().execute(async (one) => {
      await one.selectFrom('accounts').select('id').where('id', '=', 2).execute()
      return sql<{
        n: number
      }>`select count(*)::int as n from pg_prepared_statements where statement like ${'%"accounts" where%'}`.execute(
        one,
      )
    })
    expect(prepared.rows[0]?.n).toBeGreaterThan(0)
  })

  it('tells violations apart by constraint', async () => {
    const duplicate = await db
      .insertInto('accounts')
      .values({ id: 1, balance: 1, opened: '2026-01-01', big: 1 })
      .execute()
      .catch((error: unknown) => error)
    expect(isUniqueViolation(duplicate, 'accounts_pkey')).toBe(true)
    expect(isUniqueViolation(duplicate, 'other')).toBe(false)
    expect(isCheckViolation(duplicate)).toBe(false)
  })

  it('survives the loss of its connections', async () => {
    await expect(
      inTransaction(db, (tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)),
    ).rejects.toThrow()
    await expect(db.selectFrom('accounts').select('id').execute()).resolves.toHaveLength(2)
  })
})

describe('inTransaction', () => {
  it('retries two transactions that deadlock, and both succeed', async () => {
    const both = Promise.withResolvers<void>()
    let waiting = 0
    const move = (from: number, to: number) =>
      inTransaction(db, async (tx) => {
        await sql`update accounts set balance = balance - 1 where id = ${from}`.execute(tx)
        waiting += 1
        if (waiting === 2) both.resolve()
        await both.promise
        await sql`update accounts set balance = balance + 1 where id = ${to}`.execute(tx)
      })
    await Promise.all([move(1, 2), move(2, 1)])
    const rows = await db.selectFrom('accounts').select('balance').execute()
    expect(rows.map(({ balance }) => balance)).toEqual([100, 100])
    expect(waiting).toBeGreaterThan(2)
  })

  it('lets others go on when its process stands still, and begins anew when that wakes', async () => {
    const locked = Promise.withResolvers<void>()
    let goes = 0
    const frozen = inTransaction(db, async (tx) => {
      goes += 1
      await sql`update accounts set balance = balance + 10 where id = 1`.execute(tx)
      if (goes > 1) return
      locked.resolve()
      // As one that was stopped: nothing is asked for a while.
      await new Promise((resolve) => setTimeout(resolve, 2 * mostIdleMs))
      await sql`select 1`.execute(tx)
    })
    await locked.promise
    const begun = performance.now()
    await sql`update accounts set balance = balance - 10 where id = 1`.execute(db)
    expect(performance.now() - begun).toBeLessThan(1.8 * mostIdleMs)
    await frozen
    expect(goes).toBe(2)
    const rows = await db.selectFrom('accounts').select('balance').where('id', '=', 1).execute()
    expect(rows).toEqual([{ balance: 100 }])
  })

  it('holds a snapshot no longer either; a transaction without an access mode may stand idle', async () => {
    const most = async (tx: Transaction<Schema>) => {
      const { rows } = await sql<{ most: string }>`
        select current_setting('idle_in_transaction_session_timeout') as most`.execute(tx)
      return rows[0]?.most
    }
    expect(await inSnapshot(db, most)).toBe('5s')
    expect(await db.transaction().execute(most)).toBe('0')
  })
})

describe('once', () => {
  let count = 0
  const keyOf = (key: string, hash = 'a'): IdempotencyKey => ({
    tenantId: 't',
    caller: 'c',
    key,
    requestHash: Buffer.from(hash),
    conflict: () => problems.idempotency_conflict(),
  })
  const act = (key: IdempotencyKey | undefined) =>
    inTransaction(db, (tx) =>
      once(tx, key, async () => {
        count += 1
        await sql`update accounts set balance = balance + 1 where id = 1`.execute(tx)
        return { status: 201, body: { count, secret: 's' }, secretMembers: ['secret'] }
      }),
    )

  it('does the work once for ten requests at once, and replays the answer without its secret', async () => {
    count = 0
    const answers = await Promise.all(Array.from({ length: 10 }, () => act(keyOf('k1'))))
    expect(count).toBe(1)
    const first = answers.filter(({ replayed }) => !replayed)
    expect(first).toEqual([{ status: 201, body: { count: 1, secret: 's' }, replayed: false }])
    const replays = answers.filter(({ replayed }) => replayed)
    expect(replays).toHaveLength(9)
    expect(replays[0]).toEqual({ status: 201, body: { count: 1 }, replayed: true })
  })

  it('refuses other content under the same key', async () => {
    await act(keyOf('k2'))
    const refused = await act(keyOf('k2', 'b')).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Problem)
    expect(refused).toMatchObject({ code: 'test.idempotency_conflict', status: 409 })
  })

  it('forgets the key of work that failed', async () => {
    const fail = inTransaction(db, (tx) =>
      once(tx, keyOf('k3'), () => Promise.reject(new Error('half way'))),
    )
    await expect(fail).rejects.toThrow('half way')
    expect(await act(keyOf('k3'))).toMatchObject({ replayed: false })
  })

  it('forgets keys a day later, by a worker that ends when it is told to', async () => {
    await sql`insert into idempotency_keys (tenant_id, caller, key, request_hash, created_at) values
      ('forgetful', 'c', 'old', '', now() - interval '25 hours'),
      ('forgetful', 'c', 'young', '', now() - interval '23 hours')`.execute(db)
    const stop = new AbortController()
    const worker = keysWorker({ db, log })(stop.signal)

    const left = async () => {
      const { rows } = await sql<{ key: string }>`
        select key from idempotency_keys where tenant_id = 'forgetful'`.execute(db)
      return rows.map(({ key }) => key)
    }
    await expect.poll(left).toEqual(['young'])
    stop.abort()
    await worker
  })
})

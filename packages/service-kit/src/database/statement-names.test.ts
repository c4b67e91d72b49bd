import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, expect, inject, it, onTestFinished } from 'vitest'
import { createLogger } from '../process/log.ts'
import { createDatabase, type Database } from './db.ts'
import { inSnapshot, inTransaction } from './transaction.ts'

interface Schema {
  notes: { id: number; text: string }
}

const log = createLogger({ service: 'test', level: 'silent' })
let url: string
let db: Database<Schema>

const asOwner = async (address: string, statement: string) => {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Reads all columns by as many connections as there are, so that each has the statement prepared. */
const readAll = () =>
  Promise.all(
    Array.from({ length: 9 }, () =>
      db.selectFrom('notes').selectAll().where('id', '=', 1).executeTakeFirst(),
    ),
  )

beforeEach(async () => {
  const address = new URL(inject('databaseServerUrl'))
  const name = `countersign_t_${inject('runId')}_${randomBytes(6).toString('hex')}`
  await asOwner(address.href, `create database ${name}`)
  address.pathname = `/${name}`
  url = address.href
  await asOwner(url, `create table notes (id int, text text); insert into notes values (1, 'a')`)
  db = createDatabase<Schema>({ url, poolSize: 3, applicationName: 'test', log })
  onTestFinished(() => db.destroy())
  await readAll()
})

const migrate = () => asOwner(url, 'alter table notes add column colour text')
const withColour = { id: 1, text: 'a', colour: null }

it('goes on when a migration adds a column to a table of which a statement reads all columns', async () => {
  await migrate()
  expect(await readAll()).toEqual(Array.from({ length: 9 }, () => withColour))
  // By a name again.
  await readAll()
  const { rows } = await sql<{ names: number }>`
    select count(*)::int as names from pg_prepared_statements
    where statement like ${'%"notes"%'}`.execute(db)
  expect(rows[0]?.names).toBeGreaterThan(1)
})

it('prepares what is given no values, and nothing that is several statements or about no rows', async () => {
  const one = 'select count(*) from notes'
  for (const text of [one, 'select 1; select 2', 'set local timezone = utc'])
    await Promise.all(Array.from({ length: 9 }, () => sql.raw(text).execute(db)))
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement not like ${'%"notes"%'}
      and not statement like ${'%pg_prepared%'}`.execute(db)
  expect(rows.map(({ statement }) => statement)).toEqual([one])
})

it('a transaction in which that happens runs again, and writes once', async () => {
  await migrate()
  const found = await inTransaction(db, async (tx) => {
    await tx.insertInto('notes').values({ id: 2, text: 'b' }).execute()
    return tx.selectFrom('notes').selectAll().where('id', '=', 1).executeTakeFirst()
  })
  expect(found).toEqual(withColour)
  const { rows } = await sql`select id from notes where id = 2`.execute(db)
  expect(rows).toHaveLength(1)
})

it('a snapshot in which that happens is read again', async () => {
  await migrate()
  const found = await inSnapshot(db, (tx) =>
    tx.selectFrom('notes').selectAll().where('id', '=', 1).executeTakeFirst(),
  )
  expect(found).toEqual(withColour)
})

it('another refusal of the server stays what it is', async () => {
  const { code } = await sql`select ${1}::int / ${0}::int`.execute(db).then(
    () => ({ code: 'none' }),
    (error: unknown) => error as { code: string },
  )
  expect(code).toBe('22012')
})

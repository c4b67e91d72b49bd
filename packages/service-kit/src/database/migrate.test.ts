import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { createLogger } from '../process/log.ts'
import { createDatabase } from './db.ts'
import { migrate } from './migrate.ts'
import { serverCheck } from './server-check.ts'

const log = createLogger({ service: 'test', level: 'silent' })

/** The folder of a service's migrations, in a package of this version. */
async function packageOf(version: string, files: Readonly<Record<string, string>>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version }))
  await mkdir(join(folder, 'migrations'))
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, 'migrations', name), text)
  return pathToFileURL(`${folder}/migrations/`)
}

async function makeDatabase(): Promise<string> {
  const name = `countersign_t_${inject('runId')}_${randomBytes(6).toString('hex')}`
  const server = inject('databaseServerUrl')
  await connected(server, (client) => client.query(`create database ${name}`))
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const first = { '0001.sql': 'create table notes (id int primary key, text text)' }
const index = `-- migrate: outside a transaction
create index concurrently notes_by_text on notes (text)`
const valid = `select indisvalid as valid from pg_index where indexrelid = 'notes_by_text'::regclass`

it('gives up a lock after two seconds, lets requests through, and comes back', async () => {
  const url = await makeDatabase()
  await migrate({ url, directory: await packageOf('0.1.0', first) })
  const more = { ...first, '0002.sql': 'alter table notes add column more text' }
  await connected(url, async (holder) => {
    await holder.query('begin; lock table notes in access share mode')
    const migrated = migrate({ url, directory: await packageOf('0.1.1', more) })
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    const count = () => connected(url, async (watcher) => (await watcher.query(waiting)).rowCount)
    await expect.poll(count).toBe(1)
    const asked = performance.now()
    await connected(url, (reader) => reader.query('select * from notes'))
    expect(performance.now() - asked).toBeLessThan(10_000)
    await holder.query('commit')
    expect(await migrated).toEqual(['0002.sql'])
  })
})

it('builds an index while others write, and anew where one died half way', async () => {
  const url = await makeDatabase()
  const files = { ...first, '0002.sql': index }
  await connected(url, async (writer) => {
    await migrate({ url, directory: await packageOf('0.1.0', first) })
    await writer.query(`insert into notes values (1, 'same'), (2, 'same')`)
    // It stays behind, and is not valid.
    const broken = 'create unique index concurrently notes_by_text on notes (text)'
    await expect(writer.query(broken)).rejects.toThrow('could not create unique index')
    expect((await writer.query(valid)).rows).toEqual([{ valid: false }])
    expect(await migrate({ url, directory: await packageOf('0.1.0', files) })).toEqual(['0002.sql'])
    expect((await writer.query(valid)).rows).toEqual([{ valid: true }])
  })
})

it('keeps the index that the server goes on building for one that was killed', async () => {
  const url = await makeDatabase()
  await migrate({ url, directory: await packageOf('0.1.0', first) })
  const directory = await packageOf('0.1.0', { ...first, '0002.sql': index })
  const oid = `select oid::int from pg_class where relname = 'notes_by_text'`
  await connected(url, async (holder) => {
    await holder.query('begin; insert into notes values (1, null)')
    await connected(url, async (builder) => {
      const built = builder.query(index)
      const read = () => connected(url, async (watcher) => (await watcher.query(oid)).rows)
      await expect.poll(read).toHaveLength(1)
      const before = await read()
      const migrated = migrate({ url, directory })
      const looks = `select 1 from pg_stat_activity where query like '%pg_stat_progress_create_index%'
        and pid <> pg_backend_pid() and datname = current_database()`
      const count = () => connected(url, async (watcher) => (await watcher.query(looks)).rowCount)
      await expect.poll(count).toBe(1)
      await holder.query('commit')
      await built
      expect(await migrated).toEqual(['0002.sql'])
      expect(await read()).toEqual(before)
    })
  })
})

it('takes an index for built when the one that built it died before it could say so', async () => {
  const url = await makeDatabase()
  await migrate({ url, directory: await packageOf('0.1.0', first) })
  await connected(url, async (other) => {
    await other.query('create index notes_by_text on notes (text)')
    await other.query(`insert into notes values (1, 'same'), (2, 'same')`)
    // Half way, and of somebody else.
    const foreign = 'create unique index concurrently foreign_one on notes (text)'
    await expect(other.query(foreign)).rejects.toThrow('could not create unique index')
    const directory = await packageOf('0.1.0', { ...first, '0002.sql': index })
    expect(await migrate({ url, directory })).toEqual(['0002.sql'])
    const left = await other.query(`select to_regclass('foreign_one') is not null as is_there`)
    expect(left.rows).toEqual([{ is_there: true }])
  })
})

it('keeps its turn while an index is built for longer than its transaction may stand idle', async () => {
  const url = await makeDatabase()
  await migrate({ url, directory: await packageOf('0.1.0', first) })
  await connected(url, (owner) =>
    owner.query(`
      insert into notes values (1, 'one');
      create function slow(text) returns text immutable language plpgsql
        as $$ begin perform pg_sleep(3); return $1; end $$;
      do $$ begin execute format('alter database %I set idle_in_transaction_session_timeout = ''1s''',
        current_database()); end $$`),
  )
  const slow = index.replace('(text)', '(slow(text))')
  const directory = await packageOf('0.1.0', { ...first, '0002.sql': slow })
  expect(await migrate({ url, directory })).toEqual(['0002.sql'])
})

it('says that it waits for another process that migrates', async () => {
  const url = await makeDatabase()
  const directory = await packageOf('0.1.0', first)
  await migrate({ url, directory })
  const said = vi.spyOn(log, 'info')
  onTestFinished(() => said.mockRestore())
  await connected(url, async (holder) => {
    await holder.query('begin; lock table schema_migrations in share row exclusive mode')
    const migrated = migrate({ url, directory, log })
    await expect
      .poll(() => said.mock.calls, { timeout: 10_000 })
      .toContainEqual(['another process migrates; waiting for it'])
    await holder.query('commit')
    expect(await migrated).toEqual([])
  })
})

it('several at once build it once', async () => {
  const url = await makeDatabase()
  const directory = await packageOf('0.1.0', { ...first, '0002.sql': index })
  const applied = await Promise.all([1, 2, 3].map(() => migrate({ url, directory })))
  expect(applied.flat().toSorted()).toEqual(['0001.sql', '0002.sql'])
})

it('the database keeps the version; the one before starts on it, an earlier one does not', async () => {
  const url = await makeDatabase()
  const more = { ...first, '0002.sql': 'alter table notes add column more text' }
  await migrate({ url, directory: await packageOf('0.3.0', more) })
  const db = createDatabase({ url, poolSize: 1, applicationName: 'test', log })
  const start = (directory: URL) => serverCheck(db, log, directory)(new AbortController().signal)
  try {
    await start(await packageOf('0.2.0', first))
    await start(await packageOf('0.3.0', more))
    await expect(start(await packageOf('0.1.0', first))).rejects.toThrow(
      'too new for version 0.1.0',
    )
    const later = { ...more, '0003.sql': 'select 1' }
    await expect(start(await packageOf('0.4.0', later))).rejects.toThrow(
      'too old for version 0.4.0',
    )
    const back = migrate({ url, directory: await packageOf('0.2.0', first) })
    await expect(back).rejects.toThrow('0002.sql is applied but its file is gone')
  } finally {
    await db.destroy()
  }
})

it('does not follow a version that is too old', async () => {
  const url = await makeDatabase()
  await migrate({ url, directory: await packageOf('0.0.9', first) })
  const refused = migrate({ url, directory: await packageOf('0.2.0', first) })
  await expect(refused).rejects.toMatchObject({ code: 'P0001' })
})

import { randomBytes } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createLogger } from '../process/log.ts'
import { createDatabase } from './db.ts'
import { migrate } from './migrate.ts'
import { runMigrateCommand } from './migrate-command.ts'
import { serverCheck } from './server-check.ts'

// Two roles as a deployment has them: one owns the database and migrates, the service is the other.

const suffix = randomBytes(6).toString('hex')
const database = `countersign_t_${inject('runId')}_${suffix}`
const [owner, service] = [`owner_${suffix}`, `service_${suffix}`]
const addressOf = (role: string) => {
  const url = new URL(inject('databaseServerUrl'))
  return Object.assign(url, { username: role, password: role, pathname: `/${database}` }).href
}

const first = `
  create table notes (id int primary key, text text);
  create table history (id int generated always as identity, what text);
  create table feed (id int, what text);
  create function refuse() returns trigger language plpgsql as $$
  begin raise exception 'append-only' using errcode = 'insufficient_privilege'; end $$;
  create trigger history_append_only before update or delete on history
    for each row execute function refuse();
  create trigger feed_append_only before update on feed for each row execute function refuse();`

async function folderOf(files: Readonly<Record<string, string>>): Promise<URL> {
  const directory = await mkdtemp(join(tmpdir(), 'migrations-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
  return pathToFileURL(`${directory}/`)
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

const onServer = (text: string) =>
  connected(inject('databaseServerUrl'), (client) => client.query(text))
const asService = (text: string) => connected(addressOf(service), (client) => client.query(text))

beforeAll(async () => {
  for (const role of [owner, service])
    await onServer(`create role ${role} login password '${role}'`)
  await onServer(`create database ${database} owner ${owner}`)
  await migrate({
    url: addressOf(owner),
    directory: await folderOf({ '0001.sql': first }),
    applicationRole: service,
  })
})
afterAll(async () => {
  await onServer(`drop database ${database} with (force)`)
  await onServer(`drop role ${owner}, ${service}`)
})

describe('the role of a service', () => {
  it('reads and writes rows', async () => {
    await asService(`insert into notes values (1, 'a'); update notes set text = 'b';
      delete from notes; insert into history (what) values ('x'); insert into feed values (1);
      delete from feed; select * from history; select * from schema_migrations`)
  })

  it.each([
    `update history set what = 'y'`,
    'delete from history',
    'truncate history',
    'update feed set id = 2',
    'alter table history disable trigger all',
    'drop trigger history_append_only on history',
    'create or replace function refuse() returns trigger language sql as $$ select null $$',
    'alter table notes add column more text',
    'drop table notes',
    'create table mine (id int)',
    'delete from schema_migrations',
    `set session_replication_role = 'replica'`,
    `grant update on history to ${service}`,
    `set role ${owner}`,
  ])('may not: %s', async (text) => {
    const refused = await asService(text).then(
      () => 'was done',
      (error: unknown) => (error instanceof pg.DatabaseError ? error.code : error),
    )
    // A grant of what one does not have is a warning and gives nothing.
    if (text.startsWith('grant'))
      await expect(asService(`update history set id = 1`)).rejects.toThrow()
    else expect(refused).toBe('42501')
  })

  it('gets its rights to what comes later, and loses those to what became history', async () => {
    const second = `create table later (id int);
      create trigger notes_append_only before update or delete on notes
        for each row execute function refuse();`
    const directory = await folderOf({ '0001.sql': first, '0002.sql': second })
    await expect(asService('select from later')).rejects.toThrow('does not exist')
    await Promise.all(
      [1, 2].map(() => migrate({ url: addressOf(owner), directory, applicationRole: service })),
    )
    await asService('insert into later values (1); delete from later; insert into notes values (9)')
    await expect(asService('delete from notes')).rejects.toThrow('permission denied')
  })

  it('has its rights to a table from the moment that it is there', async () => {
    const second = 'create table later (id int)'
    const third = `create table shown (id int);
      create trigger shown_append_only before update or delete on shown
        for each row execute function refuse();`
    const url = addressOf(owner)
    const files = { '0001.sql': first, '0003.sql': third, '0004.sql': 'select 1 / 0' }
    await connected(url, (client) =>
      client.query(`delete from schema_migrations where name = '0002.sql'; drop table later`),
    )
    const directory = await folderOf({ ...files, '0002.sql': second })
    // Processes of before work on while the others are applied.
    await expect(migrate({ url, directory, applicationRole: service })).rejects.toThrow('division')
    await asService('select from later; insert into shown values (1)')
    await expect(asService('delete from shown')).rejects.toThrow('permission denied')
    await connected(url, (client) =>
      client.query(`delete from schema_migrations where name = '0003.sql'`),
    )
  })

  it('is another one than the owner, and one that there is', async () => {
    const run = async (role: string) => {
      const complaints: string[] = []
      const code = await runMigrateCommand({
        service: 'test',
        directory: await folderOf({ '0001.sql': first }),
        env: { DATABASE_URL: addressOf(owner), APPLICATION_ROLE: role, LOG_LEVEL: 'silent' },
        args: [],
        complain: (text) => void complaints.push(text),
      })
      return { code, complaints }
    }
    await connected(addressOf(owner), (client) =>
      client.query(`delete from schema_migrations where name = '0002.sql'`),
    )
    expect(await run(owner)).toEqual({
      code: 1,
      complaints: [`${owner} owns the tables: it must be another role`],
    })
    expect(await run('nobody-of-that-name')).toMatchObject({ code: 1 })
  })

  it.each([
    ['owner', owner, 1],
    ['service', service, 0],
  ])('is told at start when it is the owner: %s', async (_, role, warnings) => {
    const lines: string[] = []
    const log = createLogger(
      { service: 'test', level: 'warn' },
      { write: (line: string) => void lines.push(line) },
    )
    const db = createDatabase({ url: addressOf(role), poolSize: 1, applicationName: 'test', log })
    await serverCheck(db, log)(new AbortController().signal)
    await db.destroy()
    expect(lines).toHaveLength(warnings)
  })
})

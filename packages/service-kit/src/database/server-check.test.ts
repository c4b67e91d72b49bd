import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { createLogger } from '../process/log.ts'
import { createDatabase } from './db.ts'
import { migrate } from './migrate.ts'
import { serverCheck } from './server-check.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const refusal = 'PostgreSQL 14.22 is too old: the oldest that is supported is 15'

const name = `countersign_t_${inject('runId')}_${randomBytes(6).toString('hex')}`
const serverUrl = inject('databaseServerUrl')
const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href

async function run(address: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(statements)
  await client.end()
}

// A database that says it is older: a schema of its own is searched before PostgreSQL's.
beforeAll(async () => {
  await run(serverUrl, `create database ${name}`)
  await run(
    url,
    `create schema older;
     create function older.current_setting(name text) returns text language sql as
       $$ select case name when 'server_version' then '14.22' else '140022' end $$;
     alter database ${name} set search_path = older, pg_catalog, public`,
  )
})

describe('a PostgreSQL that is too old', () => {
  it('is not migrated', async () => {
    const directory = pathToFileURL(await mkdtemp(join(tmpdir(), 'migrations-')))
    await expect(migrate({ url, directory })).rejects.toMatchObject({
      message: refusal,
      code: 'P0001',
    })
  })

  it('ends the service that finds it', async () => {
    const db = createDatabase({ url, poolSize: 1, applicationName: 'test', log })
    await expect(serverCheck(db, log)(new AbortController().signal)).rejects.toThrow(refusal)
    await db.destroy()
  })

  it('ends the service also when it was away as the service began', async () => {
    const db = createDatabase({ url, poolSize: 1, applicationName: 'test', log })
    const away = createDatabase({
      url: 'postgres://127.0.0.1:1/nowhere',
      poolSize: 1,
      applicationName: 'test',
      log,
    })
    let asked = 0
    const first = { getExecutor: () => (asked++ === 0 ? away : db).getExecutor() }
    const check = serverCheck(first, log, undefined, { askAgainMs: 1 })
    await expect(check(new AbortController().signal)).rejects.toThrow(refusal)
    expect(asked).toBeGreaterThan(1)
    await Promise.all([db.destroy(), away.destroy()])
  })
})

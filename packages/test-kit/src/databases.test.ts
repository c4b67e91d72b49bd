import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { createEmpty, createFromTemplate, dropDatabase } from './databases.ts'

const serverUrl = inject('databaseServerUrl')
const runId = inject('runId')
const migrations = new URL('./fixtures/migrations/', import.meta.url)

async function query(url: string, text: string): Promise<pg.QueryResult<{ value: string }>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query<{ value: string }>(text)
  } finally {
    await client.end()
  }
}

describe('databases for tests', () => {
  it('migrates once for eight who ask at the same time, and gives each a copy of its own', async () => {
    let migrated = 0
    const migrate = async (url: string): Promise<void> => {
      migrated += 1
      await query(url, "create table notes (value text); insert into notes values ('seeded')")
    }

    const urls = await Promise.all(
      Array.from({ length: 8 }, () => createFromTemplate(serverUrl, runId, migrations, migrate)),
    )

    expect(migrated).toBe(1)
    expect(new Set(urls).size).toBe(8)
    await query(urls[0] ?? '', "update notes set value = 'mine'")
    const other = await query(urls[1] ?? '', 'select value from notes')
    expect(other.rows).toEqual([{ value: 'seeded' }])
    await Promise.all(urls.map((url) => dropDatabase(serverUrl, url)))
  })

  it('builds the template again after a migration failed half way', async () => {
    const broken = new URL('./fixtures/migrations-broken/', import.meta.url)
    const fails = async (url: string): Promise<void> => {
      await query(url, 'create table half (value text)')
      throw new Error('died half way')
    }
    await expect(createFromTemplate(serverUrl, runId, broken, fails)).rejects.toThrow('half way')

    const url = await createFromTemplate(serverUrl, runId, broken, async (target) => {
      await query(target, 'create table whole (value text)')
    })

    const tables = await query(
      url,
      "select tablename as value from pg_tables where schemaname = 'public'",
    )
    expect(tables.rows).toEqual([{ value: 'whole' }])
    await dropDatabase(serverUrl, url)
  })

  it('drops a database that somebody is still connected to', async () => {
    const url = await createEmpty(serverUrl, runId)
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined) // the server cuts this connection
    await client.connect()

    await dropDatabase(serverUrl, url)

    const name = new URL(url).pathname.slice(1)
    const left = await query(serverUrl, `select 1 from pg_database where datname = '${name}'`)
    expect(left.rowCount).toBe(0)
  })
})

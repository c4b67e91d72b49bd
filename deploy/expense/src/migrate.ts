import { readdir, readFile } from 'node:fs/promises'
import { readSetting } from './config.ts'
import { createPool } from './pool.ts'

/** Applies the files of `migrations/` that this database has not seen, each in a transaction. */
const directory = new URL('../migrations/', import.meta.url)
const url = readSetting(process.env, 'DATABASE_URL')
if (url === undefined) throw new Error('Not set: DATABASE_URL')
const pool = createPool(url)
const client = await pool.connect()
try {
  await client.query('create table if not exists schema_migrations (name text primary key)')
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql'))
  for (const name of names.toSorted()) await apply(name)
} finally {
  client.release()
  await pool.end()
}

async function apply(name: string): Promise<void> {
  await client.query('begin')
  // Two at once: the second waits here, then sees what the first has done.
  await client.query('lock table schema_migrations in share row exclusive mode')
  const seen = await client.query('select 1 from schema_migrations where name = $1', [name])
  if (seen.rowCount === 0) {
    await client.query(await readFile(new URL(name, directory), 'utf8'))
    await client.query('insert into schema_migrations (name) values ($1)', [name])
  }
  await client.query('commit')
}

import { readdir, readFile } from 'node:fs/promises'
import { createDatabase, type Database } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { STORAGE_KINDS } from '../core/storage-kind.ts'
import { migrations } from '../migrations.ts'
import type { Schema } from './schema.ts'

// Tables that packages bring along and read by themselves.
const notOurs = [
  'schema_migrations',
  'schema_version',
  'idempotency_keys',
  'workflow_events',
  'workflow_event_positions',
]

const here = new URL('./', import.meta.url)

/** Columns that the interfaces of this folder declare, by the names that `Schema` gives them. */
async function readDeclared(): Promise<string[]> {
  const files = (await readdir(here)).filter((name) => /^schema\.ts$|-tables\.ts$/.test(name))
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, here), 'utf8')))
  const bodies = new Map(
    texts
      .flatMap((text) => [...text.matchAll(/export interface (\w+) \{\n([^}]*)\n\}/g)])
      .map(([, name = '', body = '']) => [name, body]),
  )
  const tables = [...(bodies.get('Schema') ?? '').matchAll(/^ {2}(\w+): (\w+)$/gm)]
  return tables.flatMap(([, table = '', name = '']) =>
    [...(bodies.get(name) ?? '').matchAll(/^ {2}(\w+): (.+)$/gm)].map(
      ([, column = '', type = '']) => `${table}.${column}${type.includes('| null') ? ' null' : ''}`,
    ),
  )
}

async function readMigrated(db: Database<Schema>): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name || case is_nullable when 'YES' then ' null' else '' end
      as "column"
    from information_schema.columns
    where table_schema = current_schema() and table_name <> all(${notOurs})`.execute(db)
  return rows.map(({ column }) => column)
}

async function openMigrated(): Promise<Database<Schema>> {
  const { url } = await useDatabase({ migrations })
  const log = createLogger({ service: 'test', level: 'silent' })
  const db = createDatabase<Schema>({ url, poolSize: 1, applicationName: 'test', log })
  onTestFinished(() => db.destroy())
  return db
}

it('declares the tables and columns that the migrations make', async () => {
  const db = await openMigrated()

  const declared = await readDeclared()

  expect(declared.length).toBeGreaterThan(100)
  expect(declared.toSorted()).toEqual((await readMigrated(db)).toSorted())
})

it('knows each kind of storage, and no other', async () => {
  const db = await openMigrated()
  const { rows } = await sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint
    where conname = 'storage_sources_kind_known'`.execute(db)

  const known = [...(rows[0]?.rule ?? '').matchAll(/'(\w+)'/g)].map(([, kind]) => kind)

  expect(known.toSorted()).toEqual([...STORAGE_KINDS].toSorted())
})

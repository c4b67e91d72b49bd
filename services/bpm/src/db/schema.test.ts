import { readdir, readFile } from 'node:fs/promises'
import { createDatabase, type Database } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Schema } from './schema.ts'

const here = new URL('./', import.meta.url)

/** The columns that the interfaces of this folder declare, by the names that `Schema` gives them. */
async function readDeclared(): Promise<string[]> {
  const files = (await readdir(here)).filter((name) => name.endsWith('-tables.ts'))
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, here), 'utf8')))
  const bodies = new Map(
    texts
      .flatMap((text) => [...text.matchAll(/export interface (\w+Table) \{\n([^}]*)\n\}/g)])
      .map(([, name = '', body = '']) => [name, body]),
  )
  const schema = await readFile(new URL('schema.ts', here), 'utf8')
  const tables = [...schema.matchAll(/^ {2}(\w+): (\w+Table)$/gm)]
  return tables.flatMap(([, table = '', name = '']) =>
    [...(bodies.get(name) ?? '').matchAll(/^ {2}(\w+): (.+)$/gm)].map(
      ([, column = '', type = '']) => `${table}.${column}${type.endsWith('| null') ? ' null' : ''}`,
    ),
  )
}

async function readMigrated(db: Database<Schema>): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name || case is_nullable when 'YES' then ' null' else '' end
      as "column"
    from information_schema.columns
    where table_schema = current_schema() and table_name not in ('schema_migrations', 'schema_version')`.execute(
    db,
  )
  return rows.map(({ column }) => column)
}

it('declares the tables and columns that the migrations make', async () => {
  const { url } = await useDatabase({ migrations })
  const log = createLogger({ service: 'test', level: 'silent' })
  const db = createDatabase<Schema>({ url, poolSize: 1, applicationName: 'test', log })
  onTestFinished(() => db.destroy())

  const declared = await readDeclared()

  expect(declared.length).toBeGreaterThan(50)
  expect(declared.toSorted()).toEqual((await readMigrated(db)).toSorted())
})

import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFreshIam } from '../testing/start.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
})
afterAll(() => iam.stop())

it('names the tables and columns that the migrations make', async () => {
  const names = ['schema.ts', 'erasure-tables.ts', 'mail-tables.ts', 'protocol-tables.ts']
  const files = names.map((name) => readFile(new URL(name, import.meta.url), 'utf8'))
  const source = (await Promise.all(files)).join('\n')
  const tables = Object.fromEntries(
    [...source.matchAll(/^ {2}(\w+): (\w+Table)$/gm)].map(([, table = '', type = '']) => {
      const body = new RegExp(`interface ${type} \\{([^}]*)\\}`).exec(source)?.[1] ?? ''
      return [table, [...body.matchAll(/^ {2}(\w+):/gm)].map(([, column]) => column).toSorted()]
    }),
  )
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text order by column_name::text collate "C") as columns
    from information_schema.columns
    where table_schema = 'public' and table_name not in ('schema_migrations', 'schema_version', 'idempotency_keys')
    group by table_name`.execute(iam.deps.db)
  expect(Object.keys(tables).length).toBeGreaterThan(10)
  expect(tables).toEqual(Object.fromEntries(rows.map(({ table, columns }) => [table, columns])))
})

import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { migrate } from '@countersign/service-kit/migrate'
import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { findVersion } from '../content/version-queries.ts'
import { migrations } from '../migrations.ts'
import { seeds, seeded } from '../testing/migration-rows.ts'
import type { Schema } from './schema.ts'

it('takes the rows of every version along', async () => {
  const files = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).toSorted()
  const folder = await mkdtemp(join(tmpdir(), 'dms-migrations-'))
  const { url } = await useDatabase()
  const log = createLogger({ service: 'test', level: 'silent' })
  const db = createDatabase<Schema>({ url, poolSize: 1, applicationName: 'test', log })
  onTestFinished(async () => {
    await db.destroy()
    await rm(folder, { recursive: true })
  })
  const directory = pathToFileURL(`${folder}/`)

  for (const file of files) {
    await copyFile(new URL(file, migrations), join(folder, file))
    expect(await migrate({ url, directory, log })).toEqual([file])
    const rows = seeds[file]
    // Each migration says which rows the version it makes can have, or that it adds no table.
    expect(rows, `rows for ${file}`).toBeDefined()
    for (const row of rows ?? []) await sql.raw(row).execute(db)
  }

  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_name <> 'schema_version'`.execute(db)
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)}`.execute(db)
    expect([name, rows[0]?.count]).not.toEqual([name, 0])
  }
  expect(await findVersion(db, seeded.tenantId, seeded.versionId)).toMatchObject({
    fileName: 'report.txt',
    versionNo: 1,
    scanStatus: 'NOT_SCANNED',
    status: 'DRAFT',
    key: 'objects/1',
  })
})

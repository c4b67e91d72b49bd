import { readdir, readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { startEmbedded } from '@countersign/test-kit/embedded'
import type pg from 'pg'
import { readFixture } from '../upgrade/fixture.ts'
import { connected, writeRows } from '../upgrade/rows.ts'
import { multiplyRows } from './fill.ts'
import { measureMigration, type Measured } from './measure.ts'

/*
 * Measures the locks of each migration after the last version, on tables of a million rows:
 *
 *   pnpm measure:locks [--rows 1000000] [--service bpm]
 */
const services = ['iam', 'bpm', 'dms'] as const
type Service = (typeof services)[number]

/** The tables that grow with what people do. */
const big: Readonly<Record<Service, readonly string[]>> = {
  iam: ['audit_events', 'oidc_artifacts', 'oidc_grants'],
  bpm: ['process_instances', 'tasks', 'instance_actions', 'inbox_entries', 'delivery_events'],
  dms: ['storage_objects', 'documents', 'document_versions', 'audit_events', 'uploads'],
}

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, service: { type: 'string' } },
})
const server = await startEmbedded(['-c', 'max_wal_size=4GB', '-c', 'maintenance_work_mem=64MB'])
try {
  for (const service of services)
    if (values.service === undefined || values.service === service)
      await measureService(service, Number(values.rows))
} finally {
  await server.stop()
}

async function measureService(service: Service, count: number): Promise<void> {
  const { rows } = await readFixture()
  const { [service]: before } = rows
  const folder = new URL(`../../../../services/${service}/migrations/`, import.meta.url)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const read = (name: string) => readFile(new URL(name, folder), 'utf8')
  const url = Object.assign(new URL(server.url), { pathname: `/${service}` }).href
  await connected(server.url, (client) => client.query(`create database ${service}`))
  await connected(url, async (client) => {
    await client.query(`create table schema_migrations (name text primary key,
      checksum text not null, applied_at timestamptz(3) not null default now())`)
    for (const name of before.migrations) await client.query(`begin; ${await read(name)}; commit`)
  })
  await writeRows(url, before)
  await connected(url, async (client) => {
    await fill(client, service, count)
    for (const name of files.filter((each) => !before.migrations.includes(each)))
      print(await measureMigration(client, `${service} ${name}`, await read(name)))
  })
}

async function fill(client: pg.Client, service: Service, count: number): Promise<void> {
  for (const table of big[service]) {
    const begun = performance.now()
    const filled = await multiplyRows(client, table, count)
    const seconds = ((performance.now() - begun) / 1000).toFixed(0)
    console.error(`${service} ${table}: ${filled ?? 'no row to multiply'} in ${seconds} s`)
  }
  await client.query('analyze')
}

function print({ migration, ms, locks, rowsWritten, rewritten }: Measured): void {
  const held = locks.map(({ table, mode }) => `${mode.replace(/Lock$/, '')} ${table}`).join(', ')
  const cells = [
    migration.replace('.sql', ''),
    ms.toFixed(0),
    held || 'none',
    rowsWritten,
    rewritten.join(', '),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

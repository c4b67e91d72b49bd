import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { layoutOf } from '@countersign/local/layout'
import { databaseUrl, type Plan } from '@countersign/local/plan'
import { databases, type DatabaseName, type Fixture } from './fixture.ts'
import { startOwnServer } from './own-server.ts'
import { connected, writeRows, type Rows } from './rows.ts'

const folders: Readonly<Record<DatabaseName, URL>> = {
  iam: new URL('../../../../services/iam/migrations/', import.meta.url),
  bpm: new URL('../../../../services/bpm/migrations/', import.meta.url),
  dms: new URL('../../../../services/dms/migrations/', import.meta.url),
  expense: new URL('../../../expense/migrations/', import.meta.url),
}

/**
 * Lays out a data folder as the earlier version left it, on a PostgreSQL of now: its databases belong
 * to the roles of the services, and their tables are those of its migrations. Nothing runs afterwards.
 */
export async function placeFixture(
  fixture: Fixture,
  dataDir: string,
  portBase: number,
): Promise<void> {
  const layout = layoutOf(dataDir)
  for (const [name, text] of Object.entries(fixture.files)) {
    await writeFile(join(dataDir, name), text, { mode: 0o600 })
  }
  for (const [name, content] of Object.entries(fixture.objects)) {
    const path = join(layout.documentsDir, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, Buffer.from(content, 'base64'))
  }
  const { plan, server } = await startOwnServer(dataDir, portBase)
  try {
    for (const name of databases) await fill(plan, name, fixture.rows[name])
  } finally {
    await server.stop()
  }
}

async function fill(plan: Plan, name: DatabaseName, rows: Rows): Promise<void> {
  const { secrets, settings } = plan
  const admin = `postgresql://postgres:${secrets.postgres}@127.0.0.1:${settings.ports.postgres}/postgres`
  const { username, password } = new URL(databaseUrl(plan, name))
  await connected(admin, async (client) => {
    await client.query(`create role ${name} login password ${pg.escapeLiteral(password)}`)
    await client.query(`create database ${name} owner ${username}`)
  })
  await connected(databaseUrl(plan, name), async (client) => {
    // The sample application keeps their names alone.
    const more =
      name === 'expense'
        ? ''
        : ', checksum text not null, applied_at timestamptz(3) not null default now()'
    await client.query(`create table schema_migrations (name text primary key${more})`)
    for (const migration of rows.migrations) {
      const text = await readFile(new URL(migration, folders[name]), 'utf8')
      await client.query(`begin; ${text}; commit`)
    }
  })
  await writeRows(Object.assign(new URL(admin), { pathname: `/${name}` }).href, rows)
}

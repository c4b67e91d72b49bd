import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runMigrateCommand } from '@countersign/service-kit/migrate-command'
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { migrations } from '../migrations.ts'
import type { IamSchema } from './schema.ts'

/** A database as the version before a migration had it. */
async function databaseBefore(migration: string) {
  const folder = await mkdtemp(join(tmpdir(), 'iam-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const names = (await readdir(migrations)).filter((name) => name < migration)
  await Promise.all(names.map((name) => cp(new URL(name, migrations), join(folder, name))))
  const { url } = await useDatabase({ migrations: pathToFileURL(`${folder}/`) })
  const log = createLogger({ service: 'iam', level: 'error' })
  const db = createDatabase<IamSchema>({ url, poolSize: 1, applicationName: 'test', log })
  onTestFinished(() => db.destroy())
  return { url, run: (statement: string) => sql.raw(statement).execute(db) }
}

async function migrateAll(url: string) {
  const complaints: string[] = []
  const exitCode = await runMigrateCommand({
    service: 'iam',
    directory: migrations,
    env: { DATABASE_URL: url, LOG_LEVEL: 'error' },
    args: [],
    complain: (text) => complaints.push(text),
  })
  return { exitCode, complaints: complaints.join() }
}

const insertClients = `
  insert into clients (id, client_id, type, name, auth_method, grant_types, pkce_method,
    redirect_uris, post_logout_redirect_uris, scopes)
  values
    (gen_random_uuid(), 'pages', 'SPA', 'Pages', 'none', '{authorization_code,refresh_token}', 'S256',
      '{https://a.example/}', '{https://a.example/}', '{openid,iam.internal,expense:read,tenant:x}'),
    (gen_random_uuid(), 'backend', 'SERVICE', 'Backend', 'client_secret_basic', '{client_credentials}',
      null, '{}', '{}', '{dms.internal,openid}')`

it('[IAM-20] names the clients with scopes of the other class, and goes on once they are put right', async () => {
  const { url, run } = await databaseBefore('0018')
  await run(insertClients)

  const refused = await migrateAll(url)
  expect(refused.exitCode).toBe(1)
  expect(refused.complaints).toContain(
    'backend (SERVICE: openid), pages (SPA: iam.internal), pages (SPA: tenant:x)',
  )

  await run(`update clients set scopes = '{openid,expense:read}' where client_id = 'pages'`)
  await run(`update clients set scopes = '{dms.internal}' where client_id = 'backend'`)
  expect(await migrateAll(url)).toEqual({ exitCode: 0, complaints: '' })
})

it('[IAM-10] leaves the tokens of applications that are there as they were', async () => {
  const { url, run } = await databaseBefore('0019')
  await run(
    insertClients.replace(',iam.internal', '').replace(',tenant:x', '').replace(',openid}', '}'),
  )

  expect(await migrateAll(url)).toEqual({ exitCode: 0, complaints: '' })
  const { rows } = await run('select client_id, permissions, resources from clients order by 1')
  expect(rows).toEqual([
    { client_id: 'backend', permissions: null, resources: [] },
    { client_id: 'pages', permissions: ['*'], resources: [] },
  ])
})

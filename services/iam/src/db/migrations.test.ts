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
  const { ownerUrl: url } = await useDatabase({ migrations: pathToFileURL(`${folder}/`) })
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

it('[IAM-21] takes roles that are gone from the providers that gave them, and keeps the others', async () => {
  const { url, run } = await databaseBefore('0028')
  const [tenant, provider, kept, gone] = [1, 2, 3, 4].map(
    (last) => `0199a000-0000-7000-8000-00000000000${last}`,
  )
  await run(`
    insert into tenants (id, name) values ('${tenant}', 'Acme');
    insert into roles (id, tenant_id, code, name) values ('${kept}', '${tenant}', 'clerk', 'Clerk');
    insert into identity_providers (id, tenant_id, kind, name, settings, role_ids)
    values ('${provider}', '${tenant}', 'ldap', 'Corp', '{}', '{${kept},${gone}}')`)

  expect(await migrateAll(url)).toEqual({ exitCode: 0, complaints: '' })

  const { rows } = await run(`
    select p.role_ids as given, array(select role_id from identity_provider_roles) as kept
    from identity_providers p`)
  expect(rows).toEqual([{ given: [kept], kept: [kept] }])
  await expect(run(`delete from roles`)).rejects.toThrow('identity_provider_roles_role')
})

it('[IAM-21] keeps apart who was invited and what a reader of the link said', async () => {
  const { url, run } = await databaseBefore('0031')
  const [tenant, user, named, answered] = [1, 2, 3, 4].map(
    (last) => `0199a000-0000-7000-8000-00000000000${last}`,
  )
  await run(`
    insert into tenants (id, name) values ('${tenant}', 'Acme');
    insert into users (id, username, display_name) values ('${user}', 'admin', 'The admin');
    insert into invitations (id, tenant_id, username, email, invited_by, expires_at) values
      ('${named}', '${tenant}', 'bob', null, '${user}', now() + interval '1 day'),
      ('${answered}', '${tenant}', 'carol', 'bob@else.example', '${user}', now() + interval '1 day')`)

  expect(await migrateAll(url)).toEqual({ exitCode: 0, complaints: '' })

  const { rows } = await run(
    'select username, email, answering_username from invitations order by id',
  )
  expect(rows).toEqual([
    { username: 'bob', email: null, answering_username: null },
    { username: null, email: 'bob@else.example', answering_username: 'carol' },
  ])
  await expect(run(`update invitations set username = 'carol'`)).rejects.toThrow(
    'invitations_for_somebody',
  )
})

it('[IAM-09] takes a consent from before as one to what tokens carry now', async () => {
  const { url, run } = await databaseBefore('0037')
  const [tenant, user, role] = [1, 2, 3].map((last) => `0199a000-0000-7000-8000-00000000000${last}`)
  await run(
    insertClients.replace(',iam.internal', '').replace(',tenant:x', '').replace(',openid}', '}'),
  )
  await run(`
    insert into tenants (id, name) values ('${tenant}', 'Acme');
    insert into users (id, username, display_name) values ('${user}', 'ann', 'Ann');
    insert into memberships (tenant_id, user_id) values ('${tenant}', '${user}');
    insert into roles (id, tenant_id, code, name, permissions)
      values ('${role}', '${tenant}', 'clerk', 'Clerk', '{expense:read,iam:user:read,expense:start}');
    insert into member_roles (tenant_id, user_id, role_id) values ('${tenant}', '${user}', '${role}');
    insert into clients (id, client_id, type, name, auth_method, grant_types, pkce_method,
      redirect_uris, post_logout_redirect_uris, scopes, permissions)
    select gen_random_uuid(), 'pages-' || at, type, name, auth_method, grant_types, pkce_method,
      redirect_uris, post_logout_redirect_uris, scopes, limited::text[]
    from clients, unnest(array['{*}', '{expense:start,x:y}']) with ordinality as l (limited, at)
    where client_id = 'pages';
    insert into consents (user_id, tenant_id, client_id, scopes)
      select '${user}', '${tenant}', client_id, '{openid}' from clients where type = 'SPA'`)

  expect(await migrateAll(url)).toEqual({ exitCode: 0, complaints: '' })

  const { rows } = await run('select client_id as client, permissions from consents order by 1')
  expect(rows).toEqual([
    { client: 'pages', permissions: ['expense:read', 'expense:start'] },
    { client: 'pages-1', permissions: ['expense:read', 'expense:start', 'iam:user:read'] },
    { client: 'pages-2', permissions: ['expense:start'] },
  ])
})

import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { LdapSettings, LinkOrigin, OidcSettings } from '../../core/federation.ts'
import type { Db } from '../../db/types.ts'

const providerColumns = [
  'p.id',
  'p.tenant_id as tenantId',
  'p.kind',
  'p.name',
  'p.status',
  'p.settings',
  'p.sealed_secret as sealedSecret',
  'p.match_external_id as matchExternalId',
  'p.create_accounts as createAccounts',
  'p.mail_domains as mailDomains',
  'p.role_ids as roleIds',
  'p.revision',
  'p.created_at as createdAt',
  'p.updated_at as updatedAt',
] as const

const providersOf = (db: Db, tenantId: string) =>
  db
    .selectFrom('identity_providers as p')
    .select(providerColumns)
    .where('p.tenant_id', '=', tenantId)

export function listProviders(db: Db, tenantId: string, after: string | undefined, limit: number) {
  let query = providersOf(db, tenantId)
  if (after !== undefined) query = query.where('p.id', '>', after)
  return query.orderBy('p.id').limit(limit).execute()
}

export type ProviderRow = Awaited<ReturnType<typeof listProviders>>[number]

export function findProvider(
  db: Db,
  tenantId: string,
  id: string,
): Promise<ProviderRow | undefined> {
  return providersOf(db, tenantId).where('p.id', '=', id).executeTakeFirst()
}

export function lockProvider(
  db: Db,
  tenantId: string,
  id: string,
): Promise<ProviderRow | undefined> {
  return providersOf(db, tenantId).where('p.id', '=', id).forUpdate('p').executeTakeFirst()
}

/** A provider that people may sign in with now. */
export function findUsableProvider(
  db: Db,
  tenantId: string,
  id: string,
): Promise<ProviderRow | undefined> {
  return usable(db, tenantId).select(providerColumns).where('p.id', '=', id).executeTakeFirst()
}

/** What a sign-in page offers: all, as whoever has only one that is left out could not sign in. */
export function listUsableProviders(db: Db, tenantId: string) {
  return usable(db, tenantId).select(['p.id', 'p.kind', 'p.name']).orderBy('p.name').execute()
}

const usable = (db: Db, tenantId: string) =>
  db
    .selectFrom('identity_providers as p')
    .innerJoin('tenants as t', 't.id', 'p.tenant_id')
    .where('p.tenant_id', '=', tenantId)
    .where('p.status', '=', 'active')
    .where('t.status', '=', 'active')

export interface ProviderValues {
  readonly name: string
  readonly status: 'active' | 'disabled'
  readonly settings: OidcSettings | LdapSettings
  readonly sealedSecret: string | null
  readonly matchExternalId: boolean
  readonly createAccounts: boolean
  readonly mailDomains: readonly string[]
  readonly roleIds: readonly string[]
}

const toColumns = (values: ProviderValues) => ({
  name: values.name,
  status: values.status,
  settings: JSON.stringify(values.settings),
  sealed_secret: values.sealedSecret,
  match_external_id: values.matchExternalId,
  create_accounts: values.createAccounts,
  mail_domains: [...values.mailDomains],
  role_ids: [...values.roleIds],
})

export async function insertProvider(
  db: Db,
  place: { id: string; tenantId: string; kind: 'oidc' | 'ldap' },
  values: ProviderValues,
  now: Date,
): Promise<void> {
  await db
    .insertInto('identity_providers')
    .values({
      id: place.id,
      tenant_id: place.tenantId,
      kind: place.kind,
      ...toColumns(values),
      created_at: now,
      updated_at: now,
    })
    .execute()
}

export async function updateProvider(
  db: Db,
  tenantId: string,
  id: string,
  values: ProviderValues,
  now: Date,
): Promise<void> {
  await db
    .updateTable('identity_providers')
    .set({ ...toColumns(values), revision: sql<number>`revision + 1`, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

export async function deleteProvider(db: Db, tenantId: string, id: string): Promise<void> {
  await db
    .deleteFrom('identity_providers')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

/** Those of the roles that are still there. */
export async function listRoleIds(
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('roles')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ id }) => id)
}

export interface NewLink {
  readonly tenantId: string
  readonly providerId: string
  readonly userId: string
  readonly subject: string
  readonly origin: LinkOrigin
}

export async function insertLink(db: Db, link: NewLink, now: Date): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('identity_links')
    .values({
      id,
      tenant_id: link.tenantId,
      provider_id: link.providerId,
      user_id: link.userId,
      subject: link.subject,
      origin: link.origin,
      created_at: now,
      last_used_at: null,
    })
    .execute()
  return id
}

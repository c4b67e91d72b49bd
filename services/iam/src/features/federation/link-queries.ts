import type { Db } from '../../db/types.ts'

const linksOf = (db: Db, tenantId: string, providerId: string) =>
  db
    .selectFrom('identity_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select([
      'l.id',
      'l.user_id as userId',
      'u.username',
      'u.display_name as displayName',
      'l.subject',
      'l.origin',
      'l.created_at as createdAt',
      'l.last_used_at as lastUsedAt',
    ])
    .where('l.tenant_id', '=', tenantId)
    .where('l.provider_id', '=', providerId)

export function listLinks(
  db: Db,
  tenantId: string,
  providerId: string,
  after: string | undefined,
  limit: number,
) {
  let query = linksOf(db, tenantId, providerId)
  if (after !== undefined) query = query.where('l.id', '>', after)
  return query.orderBy('l.id').limit(limit).execute()
}

export type LinkRow = Awaited<ReturnType<typeof listLinks>>[number]

export function findLink(
  db: Db,
  tenantId: string,
  providerId: string,
  id: string,
): Promise<LinkRow | undefined> {
  return linksOf(db, tenantId, providerId).where('l.id', '=', id).executeTakeFirst()
}

/** Whose account an identity is connected with. */
export async function findLinkedUser(
  db: Db,
  tenantId: string,
  providerId: string,
  subject: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity_links')
    .select('user_id as userId')
    .where('tenant_id', '=', tenantId)
    .where('provider_id', '=', providerId)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.userId
}

/** Everybody who is connected with a provider. */
export async function listLinkedUsers(
  db: Db,
  tenantId: string,
  providerId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('identity_links')
    .select('user_id as userId')
    .where('tenant_id', '=', tenantId)
    .where('provider_id', '=', providerId)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** The member that the tenant's directory calls so. */
export async function findMemberByExternalId(
  db: Db,
  tenantId: string,
  externalId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('memberships')
    .select('user_id as userId')
    .where('tenant_id', '=', tenantId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return row?.userId
}

export async function countLinkUse(
  db: Db,
  tenantId: string,
  providerId: string,
  subject: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('identity_links')
    .set({ last_used_at: now })
    .where('tenant_id', '=', tenantId)
    .where('provider_id', '=', providerId)
    .where('subject', '=', subject)
    .execute()
}

/** Whose it was; undefined when there was none. */
export async function deleteLink(
  db: Db,
  tenantId: string,
  providerId: string,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('identity_links')
    .where('tenant_id', '=', tenantId)
    .where('provider_id', '=', providerId)
    .where('id', '=', id)
    .returning('user_id as userId')
    .executeTakeFirst()
  return row?.userId
}

/** What an account is connected with in the tenant. */
export function listLinksOfUser(db: Db, tenantId: string, userId: string) {
  return db
    .selectFrom('identity_links as l')
    .innerJoin('identity_providers as p', 'p.id', 'l.provider_id')
    .select([
      'l.id',
      'p.id as providerId',
      'p.kind',
      'p.name as providerName',
      'l.created_at as createdAt',
      'l.last_used_at as lastUsedAt',
    ])
    .where('l.tenant_id', '=', tenantId)
    .where('l.user_id', '=', userId)
    .orderBy('l.id')
    .execute()
}

/** The provider it was at; undefined when it is not the user's. */
export async function deleteOwnLink(
  db: Db,
  tenantId: string,
  userId: string,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('identity_links')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('provider_id as providerId')
    .executeTakeFirst()
  return row?.providerId
}

import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/types.ts'

const tenantColumns = [
  'id',
  'name',
  'status',
  'session_idle_minutes as sessionIdleMinutes',
  'requires_mfa as requiresMfa',
  'revision',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

export function listTenants(
  db: Db,
  filter: { status?: 'active' | 'suspended' | undefined; after?: string | undefined },
  limit: number,
) {
  let query = db.selectFrom('tenants').select(tenantColumns)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.after !== undefined) query = query.where('id', '>', filter.after)
  return query.orderBy('id').limit(limit).execute()
}

export type TenantRow = Awaited<ReturnType<typeof listTenants>>[number]

export function findTenant(db: Db, id: string): Promise<TenantRow | undefined> {
  return db.selectFrom('tenants').select(tenantColumns).where('id', '=', id).executeTakeFirst()
}

export function lockTenant(db: Db, id: string): Promise<TenantRow | undefined> {
  return db
    .selectFrom('tenants')
    .select(tenantColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Lets nobody change the tenant or begin its erasure until the transaction ends. @returns whether it is there. */
export async function keepTenant(db: Db, id: string): Promise<boolean> {
  const tenant = db.selectFrom('tenants').select('id').where('id', '=', id).forShare()
  return (await tenant.executeTakeFirst()) !== undefined
}

export function insertTenant(db: Db, name: string, now: Date): Promise<TenantRow> {
  return db
    .insertInto('tenants')
    .values({ id: uuidv7(), name, created_at: now, updated_at: now })
    .returning(tenantColumns)
    .executeTakeFirstOrThrow()
}

export function updateTenant(
  db: Db,
  id: string,
  changes: {
    name: string
    status: 'active' | 'suspended'
    session_idle_minutes: number | null
    requires_mfa: boolean
  },
  now: Date,
): Promise<TenantRow> {
  return db
    .updateTable('tenants')
    .set({ ...changes, revision: sql<number>`revision + 1`, updated_at: now })
    .where('id', '=', id)
    .returning(tenantColumns)
    .executeTakeFirstOrThrow()
}

/** Removes a tenant that nothing refers to; the foreign keys refuse any other. */
export async function deleteTenant(db: Db, id: string): Promise<void> {
  await db.deleteFrom('tenants').where('id', '=', id).execute()
}

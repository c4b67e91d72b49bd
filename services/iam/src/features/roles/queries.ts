import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db, Tx } from '../../db/types.ts'

const roleColumns = [
  'id',
  'code',
  'name',
  'permissions',
  'requires_mfa as requiresMfa',
  'revision',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

export function listRoles(db: Db, tenantId: string, after: string | undefined, limit: number) {
  let query = db.selectFrom('roles').select(roleColumns).where('tenant_id', '=', tenantId)
  if (after !== undefined) query = query.where('id', '>', after)
  return query.orderBy('id').limit(limit).execute()
}

export type RoleRow = Awaited<ReturnType<typeof listRoles>>[number]

export function findRole(db: Db, tenantId: string, id: string): Promise<RoleRow | undefined> {
  return db
    .selectFrom('roles')
    .select(roleColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Locks the role until the transaction ends. */
export function lockRole(db: Db, tenantId: string, id: string): Promise<RoleRow | undefined> {
  return db
    .selectFrom('roles')
    .select(roleColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Answers undefined when the code is taken in the tenant. */
export function insertRole(
  db: Db,
  tenantId: string,
  role: {
    readonly code: string
    readonly name: string
    readonly permissions: string[]
    readonly requiresMfa?: boolean | undefined
  },
  now: Date,
): Promise<RoleRow | undefined> {
  return db
    .insertInto('roles')
    .values({
      id: uuidv7(),
      tenant_id: tenantId,
      code: role.code,
      name: role.name,
      permissions: role.permissions,
      requires_mfa: role.requiresMfa ?? false,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.constraint('roles_one_per_code').doNothing())
    .returning(roleColumns)
    .executeTakeFirst()
}

export function updateRole(
  db: Db,
  tenantId: string,
  id: string,
  changes: {
    readonly name: string
    readonly permissions: string[]
    readonly requiresMfa: boolean
  },
  now: Date,
): Promise<RoleRow> {
  return db
    .updateTable('roles')
    .set({
      name: changes.name,
      permissions: changes.permissions,
      requires_mfa: changes.requiresMfa,
      revision: sql<number>`revision + 1`,
      updated_at: now,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning(roleColumns)
    .executeTakeFirstOrThrow()
}

/** False when somebody holds it or a provider gives it. The lock on the row keeps it from being given meanwhile. */
export async function deleteRole(tx: Tx, tenantId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from roles
    where tenant_id = ${tenantId} and id = ${id} and not exists (
      select from member_roles where tenant_id = ${tenantId} and role_id = ${id})
      and not exists (
        select from identity_provider_roles where tenant_id = ${tenantId} and role_id = ${id})`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** No provider gives the role any more. */
export async function takeRoleFromProviders(tx: Tx, tenantId: string, id: string): Promise<void> {
  await sql`
    update identity_providers
    set role_ids = array_remove(role_ids, ${id}::uuid), revision = revision + 1
    where tenant_id = ${tenantId} and ${id}::uuid = any (role_ids)`.execute(tx)
}

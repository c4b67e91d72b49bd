import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db, Tx } from '../../db/types.ts'

const departmentColumns = [
  'id',
  'code',
  'name',
  'parent_id as parentId',
  'leader_id as leaderId',
  'revision',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

export function listDepartments(
  db: Db,
  tenantId: string,
  after: string | undefined,
  limit: number,
) {
  let query = db
    .selectFrom('departments')
    .select(departmentColumns)
    .where('tenant_id', '=', tenantId)
  if (after !== undefined) query = query.where('id', '>', after)
  return query.orderBy('id').limit(limit).execute()
}

export type DepartmentRow = Awaited<ReturnType<typeof listDepartments>>[number]

export function findDepartment(
  db: Db,
  tenantId: string,
  id: string,
): Promise<DepartmentRow | undefined> {
  return db
    .selectFrom('departments')
    .select(departmentColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Locks all departments of the tenant: moves that cross each other could close a circle. */
export function lockDepartments(tx: Tx, tenantId: string): Promise<DepartmentRow[]> {
  return tx
    .selectFrom('departments')
    .select(departmentColumns)
    .where('tenant_id', '=', tenantId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export interface NewDepartment {
  readonly code: string
  readonly name: string
  readonly parentId: string | null
  readonly leaderId: string | null
}

/** Answers undefined when the code is taken in the tenant. */
export function insertDepartment(
  db: Db,
  tenantId: string,
  department: NewDepartment,
  now: Date,
): Promise<DepartmentRow | undefined> {
  const { code, name, parentId, leaderId } = department
  return db
    .insertInto('departments')
    .values({
      id: uuidv7(),
      tenant_id: tenantId,
      code,
      name,
      parent_id: parentId,
      leader_id: leaderId,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.constraint('departments_one_per_code').doNothing())
    .returning(departmentColumns)
    .executeTakeFirst()
}

export function updateDepartment(
  db: Db,
  tenantId: string,
  id: string,
  changes: Omit<NewDepartment, 'code'>,
  now: Date,
): Promise<DepartmentRow> {
  const { name, parentId, leaderId } = changes
  return db
    .updateTable('departments')
    .set({
      name,
      parent_id: parentId,
      leader_id: leaderId,
      revision: sql<number>`revision + 1`,
      updated_at: now,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning(departmentColumns)
    .executeTakeFirstOrThrow()
}

export async function deleteDepartment(db: Db, tenantId: string, id: string): Promise<void> {
  await db
    .deleteFrom('departments')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

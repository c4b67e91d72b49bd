import type { Db } from '@countersign/service-kit/db'
import type { Schema } from '../db/schema.ts'

export interface FolderRow {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly ownerId: string
  readonly inherit: boolean
  readonly aclRevision: number
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const folderColumns = [
  'id',
  'parent_id as parentId',
  'name',
  'owner_id as ownerId',
  'inherit',
  'acl_revision as aclRevision',
  'revision',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

export function findFolder(
  db: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<FolderRow | undefined> {
  return db
    .selectFrom('folders')
    .select(folderColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Keeps the folder there until the transaction ends. What puts something into it does so before it
 * takes the lock of the audit, which whoever removes a folder takes afterwards, too.
 */
export async function keepFolder(tx: Db<Schema>, tenantId: string, id: string): Promise<boolean> {
  const kept = await tx
    .selectFrom('folders')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return kept !== undefined
}

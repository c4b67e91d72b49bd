import type { Db } from '@countersign/service-kit/db'
import type { Schema } from '../../db/schema.ts'

export interface ReferenceRow {
  readonly id: string
  readonly application: string
  readonly type: string
  readonly refId: string
  readonly createdBy: string
  readonly createdAt: Date
}

const columns = [
  'id',
  'application',
  'type',
  'ref_id as refId',
  'created_by as createdBy',
  'created_at as createdAt',
] as const

/** Inserts the reference; one that is there stays as it is. */
export async function insertReference(
  tx: Db<Schema>,
  tenantId: string,
  documentId: string,
  reference: ReferenceRow,
): Promise<{ row: ReferenceRow; created: boolean }> {
  const inserted = await tx
    .insertInto('document_references')
    .values({
      tenant_id: tenantId,
      id: reference.id,
      document_id: documentId,
      application: reference.application,
      type: reference.type,
      ref_id: reference.refId,
      created_by: reference.createdBy,
      created_at: reference.createdAt,
    })
    .onConflict((conflict) => conflict.constraint('document_references_unique').doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (inserted !== undefined) return { row: inserted, created: true }
  const row = await tx
    .selectFrom('document_references')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)
    .where('application', '=', reference.application)
    .where('type', '=', reference.type)
    .where('ref_id', '=', reference.refId)
    .executeTakeFirstOrThrow()
  return { row, created: false }
}

export function listReferences(
  db: Db<Schema>,
  tenantId: string,
  documentId: string,
  page: { limit: number; after?: string | undefined },
): Promise<ReferenceRow[]> {
  return db
    .selectFrom('document_references')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)
    .$if(page.after !== undefined, (query) => query.where('id', '>', page.after ?? ''))
    .orderBy('id')
    .limit(page.limit)
    .execute()
}

export async function deleteReference(
  tx: Db<Schema>,
  tenantId: string,
  documentId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('document_references')
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

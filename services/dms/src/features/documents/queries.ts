import type { Db } from '@countersign/service-kit/db'
import { documentColumns, type DocumentRow } from '../../access/document-queries.ts'
import type { DocumentStatus, Schema } from '../../db/schema.ts'
import { refreshTerms } from './term-queries.ts'

/** Sets columns, counts the change and answers the row. */
export async function updateDocument(
  tx: Db<Schema>,
  tenantId: string,
  id: string,
  now: Date,
  change: Partial<{
    title: string
    tags: string[]
    properties: string
    folder_id: string | null
    status: DocumentStatus
    trashed_at: Date | null
    owner_id: string
    inherit: boolean
    acl_revision: number
    current_version_id: string
    last_version_no: number
  }>,
): Promise<DocumentRow> {
  const changed = await tx
    .updateTable('documents')
    .set((eb) => ({ ...change, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning(documentColumns)
    .executeTakeFirstOrThrow()
  const isFoundOtherwise = 'title' in change || 'tags' in change || 'current_version_id' in change
  if (isFoundOtherwise) await refreshTerms(tx, tenantId, [id])
  return changed
}

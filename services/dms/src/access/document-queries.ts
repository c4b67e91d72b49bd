import type { Db } from '@countersign/service-kit/db'
import type { Properties } from '../core/property.ts'
import type { DocumentStatus, Schema } from '../db/schema.ts'

export interface DocumentRow {
  readonly id: string
  readonly tenantId: string
  readonly folderId: string | null
  readonly title: string
  readonly tags: string[]
  readonly properties: Properties
  readonly status: DocumentStatus
  readonly ownerId: string
  readonly inherit: boolean
  readonly aclRevision: number
  readonly currentVersionId: string | null
  readonly lastVersionNo: number
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly trashedAt: Date | null
}

export const documentColumns = [
  'documents.id as id',
  'documents.tenant_id as tenantId',
  'documents.folder_id as folderId',
  'documents.title as title',
  'documents.tags as tags',
  'documents.properties as properties',
  'documents.status as status',
  'documents.owner_id as ownerId',
  'documents.inherit as inherit',
  'documents.acl_revision as aclRevision',
  'documents.current_version_id as currentVersionId',
  'documents.last_version_no as lastVersionNo',
  'documents.revision as revision',
  'documents.created_at as createdAt',
  'documents.updated_at as updatedAt',
  'documents.trashed_at as trashedAt',
] as const

export function findDocument(
  db: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('documents')
    .select(documentColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Whoever changes a document, its versions or bindings locks its row first. */
export function lockDocument(
  tx: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<DocumentRow | undefined> {
  return tx
    .selectFrom('documents')
    .select(documentColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

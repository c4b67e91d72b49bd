import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { AclLevel } from '../../core/access.ts'
import type { Properties } from '../../core/property.ts'
import type { DocumentStatus, Right, Schema } from '../../db/schema.ts'
import { refreshTerms } from './term-queries.ts'

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

interface LevelRow {
  readonly kind: 'document' | 'folder'
  readonly id: string
  readonly inherit: boolean
  readonly principal: string | null
  readonly allow: Right[] | null
  readonly deny: Right[] | null
  readonly watermark: boolean | null
}

/** Access lists from a folder upwards, nearest first. */
export async function listFolderLevels(
  db: Db<Schema>,
  tenantId: string,
  folderId: string | null,
): Promise<AclLevel[]> {
  if (folderId === null) return []
  const { rows } = await sql<LevelRow>`
    with recursive chain as (
      select id, parent_id, inherit, 1 as depth from folders
      where tenant_id = ${tenantId} and id = ${folderId}
      union all
      select f.id, f.parent_id, f.inherit, chain.depth + 1
      from chain join folders f on f.tenant_id = ${tenantId} and f.id = chain.parent_id
      where chain.inherit and chain.depth < 64
    )
    select 'folder' as kind, chain.id, chain.inherit, e.principal, e.allow, e.deny, e.watermark
    from chain left join acl_entries e
      on e.tenant_id = ${tenantId} and e.resource_kind = 'folder' and e.resource_id = chain.id
    order by chain.depth, e.principal`.execute(db)
  return groupLevels(rows)
}

/** Access lists that count for a document: its own, then its folders', nearest first. */
export async function listDocumentLevels(
  db: Db<Schema>,
  document: Pick<DocumentRow, 'tenantId' | 'id' | 'folderId' | 'inherit'>,
): Promise<AclLevel[]> {
  const entries = await listEntries(db, document.tenantId, 'document', document.id)
  const own = { kind: 'document', id: document.id, inherit: document.inherit, entries } as const
  if (!document.inherit) return [own]
  return [own, ...(await listFolderLevels(db, document.tenantId, document.folderId))]
}

export function listEntries(
  db: Db<Schema>,
  tenantId: string,
  kind: 'document' | 'folder',
  id: string,
) {
  return db
    .selectFrom('acl_entries')
    .select(['principal', 'allow', 'deny', 'watermark'])
    .where('tenant_id', '=', tenantId)
    .where('resource_kind', '=', kind)
    .where('resource_id', '=', id)
    .orderBy('principal')
    .execute()
}

function groupLevels(rows: readonly LevelRow[]): AclLevel[] {
  const levels: (AclLevel & { entries: AclLevel['entries'][number][] })[] = []
  for (const { kind, id, inherit, principal, allow, deny, watermark } of rows) {
    let level = levels.at(-1)
    if (level?.id !== id) {
      level = { kind, id, inherit, entries: [] }
      levels.push(level)
    }
    if (principal === null) continue
    const marked = watermark === true
    level.entries.push({ principal, allow: allow ?? [], deny: deny ?? [], watermark: marked })
  }
  return levels
}

/**
 * Roles and departments that any access list of the tenant names. Jumps from one to the next in the
 * index: there may be a million entries, and few groups.
 */
export async function listGroupPrincipals(db: Db<Schema>, tenantId: string): Promise<string[]> {
  const { rows } = await sql<{ principal: string }>`
    with recursive groups as (
      (
        select principal from acl_entries
        where tenant_id = ${tenantId}
          and (principal like 'role:%' or principal like 'department:%')
        order by principal limit 1
      )
      union all
      select (
        select e.principal from acl_entries e
        where e.tenant_id = ${tenantId} and e.principal > groups.principal
          and (e.principal like 'role:%' or e.principal like 'department:%')
        order by e.principal limit 1
      ) from groups where groups.principal is not null
    )
    select principal from groups where principal is not null`.execute(db)
  return rows.map(({ principal }) => principal)
}

export interface LockRow {
  readonly reason: string
  readonly holderId: string
  readonly expiresAt: Date | null
  readonly bindingId: string | null
}

/** What locks a document: an approval under way, or a person's check-out that is not over. */
export async function findLock(
  db: Db<Schema>,
  tenantId: string,
  documentId: string,
  now: Date,
): Promise<LockRow | undefined> {
  const { rows } = await sql<LockRow>`
    select 'approval' as reason, b.initiator_id as "holderId", null::timestamptz as "expiresAt",
      b.id as "bindingId"
    from approval_bindings b
    join document_versions v on v.tenant_id = b.tenant_id and v.id = b.version_id
    where b.tenant_id = ${tenantId} and b.document_id = ${documentId}
      and (b.status in ('REQUESTED', 'UNKNOWN')
        or b.status = 'BOUND' and v.status = 'IN_APPROVAL')
    union all
    select reason, holder_id, expires_at, null from document_locks
    where tenant_id = ${tenantId} and document_id = ${documentId}
      and (expires_at is null or expires_at > ${now})
    limit 1`.execute(db)
  return rows[0]
}

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

import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import { type AclLevel, MAX_DEPTH } from '../core/access.ts'
import type { Right, Schema } from '../db/schema.ts'
import type { DocumentRow } from './document-queries.ts'

/**
 * Access lists that count for a document, nearest first, as JSON beside whatever else a statement
 * reads of `documents`; {@link groupLevels} reads them.
 */
export const levelsOfDocument = sql<LevelRow[]>`(
  with recursive chain as (
    select 'document' as kind, documents.id, documents.inherit, documents.folder_id as next_id,
      0 as depth
    union all
    select 'folder', f.id, f.inherit, f.parent_id, chain.depth + 1
    from chain join folders f on f.tenant_id = documents.tenant_id and f.id = chain.next_id
    where chain.inherit and chain.depth < ${MAX_DEPTH}
  )
  select json_agg(json_build_object('kind', chain.kind, 'id', chain.id, 'inherit', chain.inherit,
    'principal', e.principal, 'allow', e.allow, 'deny', e.deny, 'watermark', e.watermark)
    order by chain.depth, e.principal)
  from chain left join acl_entries e on e.tenant_id = documents.tenant_id
    and e.resource_kind = chain.kind and e.resource_id = chain.id
)`

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
      where chain.inherit and chain.depth < ${MAX_DEPTH}
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

export function groupLevels(rows: readonly LevelRow[]): AclLevel[] {
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

import { sql } from 'kysely'
import type { Reader } from '../../access.ts'
import { decideAccess, folderLevels } from '../../core/access.ts'
import type { DocumentStatus } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { listFolderEntries, listFolders } from '../folders/queries.ts'
import { documentColumns, type DocumentRow } from './queries.ts'

export interface DocumentFilter {
  readonly q?: string | undefined
  readonly folderId?: string | undefined
  readonly tag?: string | undefined
  readonly status: DocumentStatus
  readonly before?: string | undefined
  readonly limit: number
}

interface Grants {
  readonly allow: readonly string[]
  readonly deny: readonly string[]
}

/**
 * Documents that the reader may see, newest first. What folders give and take is worked out first,
 * since they are few; the rest is one query over the documents.
 */
export async function listDocuments(
  deps: Deps,
  reader: Reader,
  filter: DocumentFilter,
): Promise<DocumentRow[]> {
  const { tenantId, userId, isAdministrator } = reader
  const folders = await readFolderGrants(deps, reader)
  const principals = [...reader.principals]
  // The trash shows only to those who could bring things back.
  const rights = filter.status === 'TRASHED' ? ['manage'] : ['read', 'download', 'write', 'manage']
  const taken = filter.status === 'TRASHED' ? ['read', 'write', 'manage'] : ['read']
  return deps.db
    .selectFrom('documents')
    .select(documentColumns)
    .where('documents.tenant_id', '=', tenantId)
    .where('documents.status', '=', filter.status)
    .$if(filter.before !== undefined, (query) =>
      query.where('documents.id', '<', filter.before ?? ''),
    )
    .$if(filter.folderId !== undefined, (query) =>
      query.where('documents.folder_id', '=', filter.folderId ?? ''),
    )
    .$if(filter.tag !== undefined, (query) =>
      query.where(sql<boolean>`documents.tags @> ${[filter.tag]}`),
    )
    .$if(filter.q !== undefined, (query) =>
      query.where('documents.title', 'ilike', `%${escapeLike(filter.q ?? '')}%`),
    )
    .where(
      sql<boolean>`(
        ${isAdministrator} or documents.owner_id = ${userId}
        or (
          (
            exists (
              select from acl_entries e
              where e.tenant_id = documents.tenant_id and e.resource_kind = 'document'
                and e.resource_id = documents.id and e.principal = any(${principals})
                and e.allow && ${rights}::text[]
            )
            or documents.inherit and documents.folder_id = any(${folders.allow}::uuid[])
          )
          and not exists (
            select from acl_entries e
            where e.tenant_id = documents.tenant_id and e.resource_kind = 'document'
              and e.resource_id = documents.id and e.principal = any(${principals})
              and e.deny && ${taken}::text[]
          )
          and not (documents.inherit and coalesce(documents.folder_id = any(${folders.deny}::uuid[]), false))
        )
      )`,
    )
    .orderBy('documents.id', 'desc')
    .limit(filter.limit)
    .execute()
}

/** Folders through which the reader may read their documents, and those that forbid it. */
async function readFolderGrants(deps: Deps, reader: Reader): Promise<Grants> {
  const folders = await listFolders(deps.db, reader.tenantId)
  if (folders.length === 0) return { allow: [], deny: [] }
  const entries = Map.groupBy(
    await listFolderEntries(deps.db, reader.tenantId),
    ({ folderId }) => folderId,
  )
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const [allow, deny]: [string[], string[]] = [[], []]
  for (const folder of folders) {
    const levels = folderLevels(folder, byId, entries)
    // As a document of somebody else in this folder would be seen.
    const { reasons } = decideAccess({ ownerId: '', levels }, { ...reader, isAdministrator: false })
    const reads = reasons.filter(({ right }) => right === 'read')
    if (reads.some(({ effect }) => effect === 'allow')) allow.push(folder.id)
    if (reads.some(({ effect }) => effect === 'deny')) deny.push(folder.id)
  }
  return { allow, deny }
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)

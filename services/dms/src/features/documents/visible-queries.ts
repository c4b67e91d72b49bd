import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../access/access.ts'
import type { DocumentRow } from '../../access/document-queries.ts'
import type { DocumentStatus } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { type Grants, readFolderGrants } from './folder-grants.ts'

/** By what a reader sees documents. */
export interface Seeing {
  readonly reader: Reader
  readonly folders: Grants
  readonly principals: readonly string[]
  /** Entries that let a document be seen, and that take it away. */
  readonly shows: readonly string[]
  readonly hides: readonly string[]
}

const READING = ['read', 'download', 'write', 'manage']

/** How a reader sees documents: the trash shows only to those who could bring things back. */
export async function seeing(deps: Deps, reader: Reader, status: DocumentStatus): Promise<Seeing> {
  const inTrash = status === 'TRASHED'
  const seen = inTrash
    ? { shows: ['manage'], hides: ['read', 'write', 'manage'] }
    : { shows: READING, hides: ['read'] }
  const folders = await readFolderGrants(deps, reader, inTrash ? 'manage' : 'read')
  return { reader, folders, principals: [...reader.principals], ...seen }
}

/** How a reader writes documents, as {@link isVisible} asks for it. */
export async function writing(deps: Deps, reader: Reader): Promise<Seeing> {
  const folders = await readFolderGrants(deps, reader, 'write')
  const principals = [...reader.principals]
  return { reader, folders, principals, shows: ['write', 'manage'], hides: ['read', 'write'] }
}

/** Of documents that the reader sees, the ids of those whose content they see too. */
export async function listReadable(
  deps: Deps,
  reader: Reader,
  documents: readonly Pick<DocumentRow, 'id'>[],
): Promise<string[]> {
  const ids = documents.map(({ id }) => id)
  if (!reader.isAdministrator) return ids
  const asked = await seeing(deps, { ...reader, isAdministrator: false }, 'ACTIVE')
  const rows = await selectVisible(deps, asked, ids).execute()
  return rows.map(({ id }) => id)
}

/** Titles by the ids of those documents that the reader may see now, in the trash or not. */
export async function readTitles(
  deps: Deps,
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>()
  // Most are in no trash: then nobody has to know who could bring things back.
  for (const status of ['ACTIVE', 'TRASHED'] as const) {
    const rest = ids.filter((id) => !titles.has(id))
    if (rest.length === 0) break
    const rows = await selectVisible(deps, await seeing(deps, reader, status), rest)
      .where('documents.status', '=', status)
      .execute()
    for (const { id, title } of rows) titles.set(id, title)
  }
  return titles
}

const selectVisible = ({ db }: Deps, asked: Seeing, ids: readonly string[]) =>
  db
    .selectFrom('documents')
    .select(['id', 'title'])
    .where('documents.tenant_id', '=', asked.reader.tenantId)
    .where(sql<boolean>`documents.id = any(${ids}::uuid[])`)
    .where(isVisible(asked))

/** Asks of each document whether the reader may see it: for few of them, whatever they may see. */
export function isVisible({
  reader,
  folders,
  principals,
  shows,
  hides,
}: Seeing): RawBuilder<boolean> {
  return sql<boolean>`(
    ${reader.isAdministrator} or documents.owner_id = ${reader.userId}
    or (
      (
        exists (
          select from acl_entries e
          where e.tenant_id = documents.tenant_id and e.resource_kind = 'document'
            and e.resource_id = documents.id and e.principal = any(${principals})
            and e.allow && ${shows}::text[]
        )
        or documents.inherit and documents.folder_id = any(${folders.allow}::uuid[])
      )
      and ${isNotHidden('documents', { folders, principals, hides })}
    )
  )`
}

export function isNotHidden(
  name: 'd' | 'documents',
  { folders, principals, hides }: Pick<Seeing, 'folders' | 'principals' | 'hides'>,
): RawBuilder<boolean> {
  const document = sql.ref(name)
  return sql<boolean>`
    not exists (
      select from acl_entries x
      where x.tenant_id = ${document}.tenant_id and x.resource_kind = 'document'
        and x.resource_id = ${document}.id and x.principal = any(${principals})
        and x.deny <> '{}' and x.deny && ${hides}::text[]
    )
    and not (
      ${document}.inherit
      and coalesce(${document}.folder_id = any(${folders.deny}::uuid[]), false)
    )`
}

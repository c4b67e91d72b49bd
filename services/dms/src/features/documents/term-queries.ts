import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import { inexactTermsOf } from '../../core/search-terms.ts'
import type { ScanPolicy, ScanStatus, Schema, VersionStatus } from '../../db/schema.ts'

interface Described {
  readonly id: string
  readonly title: string
  readonly tags: string[]
  readonly fileName: string | null
}

/**
 * Writes anew what documents are found by. Their rows are locked by the caller, so that of two
 * changes the later one is seen.
 */
export async function refreshTerms(
  tx: Db<Schema>,
  tenantId: string,
  documentIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<Described>`
    select d.id, d.title, d.tags, v.file_name as "fileName"
    from documents d
    left join document_versions v on v.tenant_id = d.tenant_id and v.id = d.current_version_id
    where d.tenant_id = ${tenantId} and d.id = any(${documentIds}::uuid[])`.execute(tx)
  for (const { id, title, tags, fileName } of rows) {
    const terms = inexactTermsOf([title, ...tags, fileName ?? ''].join(' '))
    await sql`
      insert into document_terms (tenant_id, document_id, terms)
      select ${tenantId}, ${id}::uuid, array_to_tsvector(${terms}::text[]) || coalesce((
        select t.terms from documents d
        join document_versions v on v.tenant_id = d.tenant_id and v.id = d.current_version_id
        join object_texts t on t.tenant_id = v.tenant_id and t.object_id = v.object_id
        where d.tenant_id = ${tenantId} and d.id = ${id}
      ), ''::tsvector)
      on conflict (tenant_id, document_id) do update set terms = excluded.terms`.execute(tx)
  }
}

/** Documents whose newest version has these bytes, locked in the order of their ids. */
export async function lockDocumentsOfObject(
  tx: Db<Schema>,
  tenantId: string,
  objectId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from documents d
    where d.tenant_id = ${tenantId} and d.id in (
      select document_id from document_versions
      where tenant_id = ${tenantId} and object_id = ${objectId}
    )
    order by d.id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

export interface SnippetRow {
  readonly documentId: string
  readonly versionId: string
  readonly status: VersionStatus
  readonly scanStatus: ScanStatus
  readonly scanResult: string | null
  readonly scanPolicy: ScanPolicy | null
  readonly snippet: string
}

const SEARCHED_CHARACTERS = 200_000
const BEFORE_CHARACTERS = 60
const SNIPPET_CHARACTERS = 200

/** The surroundings of the first of the words in the text of each document, where it has one. */
export async function listSnippets(
  db: Db<Schema>,
  tenantId: string,
  asked: {
    readonly ids: readonly string[]
    readonly principals: readonly string[]
    readonly userId: string
    readonly words: readonly string[]
  },
): Promise<SnippetRow[]> {
  const { ids, principals, userId, words } = asked
  const { rows } = await sql<SnippetRow>`
    select d.id as "documentId", v.id as "versionId", v.status, v.scan_status as "scanStatus",
      v.scan_result as "scanResult", p.policy as "scanPolicy",
      substr(t.body, greatest(1, place.at - ${BEFORE_CHARACTERS}::int),
        ${SNIPPET_CHARACTERS}::int) as snippet
    from documents d
    join document_versions v on v.tenant_id = d.tenant_id and v.id = d.current_version_id
    join object_texts t on t.tenant_id = v.tenant_id and t.object_id = v.object_id
    left join scan_policies p on p.tenant_id = d.tenant_id
    cross join lateral (
      select min(strpos(lower(left(t.body, ${SEARCHED_CHARACTERS}::int)), word)) as at
      from unnest(${words}::text[]) word
      where strpos(lower(left(t.body, ${SEARCHED_CHARACTERS}::int)), word) > 0
    ) place
    where d.tenant_id = ${tenantId} and d.id = any(${ids}::uuid[]) and place.at is not null
      and (d.owner_id = ${userId} or not exists (
        select from acl_entries e
        where e.tenant_id = d.tenant_id and e.resource_kind = 'document' and e.resource_id = d.id
          and e.watermark and e.principal = any(${principals}::text[])
      ))`.execute(db)
  return rows
}

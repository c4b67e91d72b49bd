import { comesAfter, inOrder } from '@countersign/service-kit/sort'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../access/access.ts'
import { documentColumns, type DocumentRow } from '../../access/document-queries.ts'
import { isSafe } from '../../content/version-queries.ts'
import { readPropertyFilter } from '../../core/property.ts'
import { toTsQuery, wordsOf } from '../../core/search-terms.ts'
import type { DocumentStatus } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { type Begin, orderOf, type Sorting } from './order.ts'
import { isNotHidden, isVisible, seeing, type Seeing, writing } from './visible-queries.ts'

export interface DocumentFilter {
  readonly q?: string | undefined
  readonly folderId?: string | undefined
  readonly tag?: string | undefined
  /** `name:value` */
  readonly property?: string | undefined
  readonly status: DocumentStatus
  readonly sorting: Sorting
  /** After the last one of the page before. */
  readonly begin?: Begin | undefined
  readonly limit: number
}

/** What the queries below are about: one reader, one page. */
interface Asked extends Seeing {
  readonly filter: DocumentFilter
}

// After every id there is.
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** So many documents are looked at, in their order, before all that the reader sees are gathered. */
const GLANCE = 2_000

/**
 * Documents that the reader may see, in an order. What folders give and take is worked out first,
 * since they are few; the rest is one query over the documents.
 */
export async function listDocuments(
  deps: Deps,
  reader: Reader,
  filter: DocumentFilter,
): Promise<DocumentRow[]> {
  const terms = filter.q === undefined ? undefined : toTsQuery(filter.q)
  // Nothing but punctuation: there is no such word.
  if (filter.q !== undefined && terms === undefined) return []
  const asked = { ...(await seeing(deps, reader, filter.status)), filter }
  const { tag, folderId, property } = filter
  const isNarrow = [terms, tag, folderId, property].some((each) => each !== undefined)
  const isFound =
    terms === undefined ? undefined : await foundBy(deps, reader, filter.q ?? '', terms)
  const select = (isMine: RawBuilder<boolean>) => selectPage(deps, asked, isFound, isMine)
  if (reader.isAdministrator || isNarrow) return select(isVisible(asked))
  if (filter.sorting.isNewestFirst) return select(isCandidate(asked))
  // Who sees many finds a page of them at once; for who sees few it costs less to gather these.
  const near = await glance(deps, asked)
  return near.length === filter.limit ? near : select(isGathered(asked))
}

/** Walks along the order, and stops where the page is full or at the end of the glance. */
function glance(deps: Deps, asked: Asked): Promise<DocumentRow[]> {
  const { reader, filter } = asked
  const { begin, status, limit } = filter
  const order = orderOf(filter)
  const next = deps.db
    .selectFrom('documents')
    .selectAll()
    .where('documents.tenant_id', '=', reader.tenantId)
    .where('documents.status', '=', status)
    .$if(begin !== undefined, (query) => query.where(comesAfter(order, begin ?? [])))
    .orderBy(inOrder(order))
    .limit(GLANCE)
    .as('documents')
  return deps.db
    .selectFrom(next)
    .select(documentColumns)
    .where(isVisible(asked))
    .orderBy(inOrder(order))
    .limit(limit)
    .execute()
}

function selectPage(
  deps: Deps,
  { reader, filter }: Asked,
  isFound: RawBuilder<boolean> | undefined,
  isMine: RawBuilder<boolean>,
): Promise<DocumentRow[]> {
  const { tag, folderId, property, begin } = filter
  const order = orderOf(filter)
  return deps.db
    .selectFrom('documents')
    .select(documentColumns)
    .where('documents.tenant_id', '=', reader.tenantId)
    .where('documents.status', '=', filter.status)
    .$if(begin !== undefined, (query) => query.where(comesAfter(order, begin ?? [])))
    .$if(folderId !== undefined, (query) => query.where('documents.folder_id', '=', folderId ?? ''))
    .$if(tag !== undefined, (query) => query.where(sql<boolean>`documents.tags @> ${[tag]}`))
    .$if(property !== undefined, (query) => query.where(hasProperty(property ?? '')))
    .where(isFound ?? sql<boolean>`true`)
    .where(isMine)
    .orderBy(inOrder(order))
    .limit(filter.limit)
    .execute()
}

/** In the words of the partial index on properties. */
function hasProperty(filter: string): RawBuilder<boolean> {
  const meanings = readPropertyFilter(filter).map(
    (each) => sql`documents.properties @> ${JSON.stringify(each)}::jsonb`,
  )
  return sql<boolean>`documents.properties <> '{}' and (${sql.join(meanings, sql` or `)})`
}

/**
 * By its text a document is found by those who may have the text of its newest version; others find it by what it is
 * called.
 */
async function foundBy(
  deps: Deps,
  reader: Reader,
  q: string,
  terms: string,
): Promise<RawBuilder<boolean>> {
  const asked = { ...reader, isAdministrator: false }
  const mayRead = reader.isAdministrator
    ? isVisible(await seeing(deps, asked, 'ACTIVE'))
    : sql<boolean>`true`
  const mayWrite = isVisible(await writing(deps, asked))
  return sql<boolean>`${hasTerms(reader.tenantId, terms)} and (
    exists (
      select from document_versions v left join scan_policies p on p.tenant_id = v.tenant_id
      where v.tenant_id = documents.tenant_id and v.id = documents.current_version_id
        and ${isSafe(deps.scanner !== undefined)} and (v.status <> 'ARCHIVED' or ${mayWrite})
    ) and ${mayRead} or ${isNamed(wordsOf(q))}
  )`
}

/** Whether title, tags and file name, which are put together once for all of the words, have each of them. */
const isNamed = (words: readonly string[]) => sql<boolean>`
  exists (
    select from (
      select lower(normalize(concat_ws(' ', documents.title, array_to_string(documents.tags, ' '), (
        select v.file_name from document_versions v
        where v.tenant_id = documents.tenant_id and v.id = documents.current_version_id
      )), nfkc)) as name offset 0
    ) as called
    where not exists (select from unnest(${words}::text[]) word where strpos(called.name, word) = 0)
  )`

const hasTerms = (tenantId: string, terms: string) => sql<boolean>`
  documents.id in (
    select document_id from document_terms
    where tenant_id = ${tenantId} and terms @@ ${terms}::tsquery
  )`

/**
 * The newest documents by each way of seeing one: owned, named in a list, in a folder. Each way is
 * an index in the order of the page and stops after a page, so that the time does not grow with the
 * documents that the reader may not see. Of many folders a few documents each are looked at first:
 * where a page of those ends, nothing older can be on the page, whichever folder it is in.
 */
function isCandidate(asked: Asked): RawBuilder<boolean> {
  const { reader, filter, folders, principals, shows } = asked
  const { tenantId, userId } = reader
  const { status, limit } = filter
  const before = beforeOf(filter)
  // Were its documents spread evenly over the folders, so many of each would be on the page.
  const share = Math.ceil((2 * limit) / Math.max(1, folders.allow.length))
  const endOfPage = sql`coalesce((
    select few.id from ${newestInFolders(asked, share, sql`true`)} few
    order by few.id desc offset ${limit - 1} limit 1
  ), ${FIRST_ID})`
  return sql<boolean>`documents.id = any(array(
    select distinct id from (
      (
        select d.id from documents d
        where d.tenant_id = ${tenantId} and d.owner_id = ${userId} and d.status = ${status}
          and d.id < ${before}
        order by d.id desc limit ${limit}
      )
      union all
      select named.id from unnest(${principals}::text[]) p(principal)
      cross join lateral (
        select d.id from acl_entries e
        join documents d on d.tenant_id = e.tenant_id and d.id = e.resource_id
        where e.tenant_id = ${tenantId} and e.principal = p.principal
          and e.resource_kind = 'document' and e.resource_id < ${before}
          and e.allow && ${shows}::text[] and d.status = ${status} and ${isNotHidden('d', asked)}
        order by e.resource_id desc limit ${limit}
      ) named
      union all
      select inside.id from ${newestInFolders(asked, limit, sql`d.id >= ${endOfPage}`)} inside
    ) found
    order by id desc limit ${limit}
  ))`
}

/** The id that a page of the newest comes after. */
const beforeOf = ({ begin }: DocumentFilter): string => begin?.at(-1) ?? LAST_ID

/** Every way of seeing a document, followed to its end. */
function isGathered({ reader, filter, folders, principals, shows, hides }: Asked) {
  const { tenantId, userId } = reader
  return sql<boolean>`documents.id = any(array(
    select d.id from documents d where d.tenant_id = ${tenantId} and d.owner_id = ${userId}
    union
    select d.id from acl_entries e
    join documents d on d.tenant_id = e.tenant_id and d.id = e.resource_id
    where e.tenant_id = ${tenantId} and e.resource_kind = 'document'
      and e.principal = any(${principals}) and e.allow && ${shows}::text[]
      and ${isNotHidden('d', { folders, principals, hides })}
    union
    select d.id from documents d
    where d.tenant_id = ${tenantId} and d.folder_id = any(${folders.allow}::uuid[]) and d.inherit
      and d.status = ${filter.status} and ${isNotHidden('d', { folders, principals, hides })}
  ))`
}

/** The newest documents of each folder, as a table of ids. */
function newestInFolders(
  asked: Asked,
  ofEach: number,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { reader, filter, folders } = asked
  return sql`(
    select newest.id from unnest(${folders.allow}::uuid[]) f(id)
    cross join lateral (
      select d.id from documents d
      where d.tenant_id = ${reader.tenantId} and d.folder_id = f.id and d.inherit
        and d.status = ${filter.status} and d.id < ${beforeOf(filter)}
        and ${condition} and ${isNotHidden('d', asked)}
      order by d.id desc limit ${ofEach}
    ) newest
  )`
}

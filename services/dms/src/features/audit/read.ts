import type { ChainedRecord } from '@countersign/service-kit/audit-event-chain'
import { Problem } from '@countersign/service-kit/problem'
import { inTransaction } from '@countersign/service-kit/transaction'
import { readerOf, requireDocument, type TokenUser } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { readTitles } from '../documents/visible-queries.ts'
import { appendAudit, listAudit, userActor } from './queries.ts'
import { searchAudit, type EventFilter } from './search-queries.ts'

/** With the title that its document has now, where the caller sees that; without it, details without names. */
export interface TitledRecord extends ChainedRecord {
  readonly title: string | undefined
}

/** Members of details that say what a document is called, or what about it. */
const NAMES: readonly string[] = ['title', 'fileName', 'tags', 'properties', 'note']

/** Audit of the tenant. Reading it is recorded too, with what was asked for. */
export async function readTenantAudit(
  deps: Deps,
  caller: TokenUser,
  filter: EventFilter,
  limit: number,
): Promise<TitledRecord[]> {
  // An administrator finds every document by its name; whom it hides from must not find it by a search, either.
  const hidden = caller.permissions.includes('dms:document:admin') ? [] : NAMES
  const records = await searchAudit(deps.db, caller.tenantId, filter, hidden, limit)
  // The chain is for good: a text that was looked for can be a name, and stays out of it.
  const { before, q, ...asked } = filter
  const detail = {
    ...asked,
    before: before?.[1],
    limit,
    ...(q === undefined ? {} : { text: true }),
  }
  await recordReading(deps, caller, null, detail)
  const titles = await titlesFor(deps, caller, records)
  return records.map((record) => {
    const title = titles.get(record.documentId ?? '')
    const detail = title === undefined ? omit(record.detail, hidden) : record.detail
    return { ...record, detail, title }
  })
}

const omit = (detail: ChainedRecord['detail'], hidden: readonly string[]) =>
  Object.fromEntries(Object.entries(detail).filter(([name]) => !hidden.includes(name)))

/** Whoever reads the audit may not read every document: of others they learn no title. */
async function titlesFor(
  deps: Deps,
  caller: TokenUser,
  records: readonly ChainedRecord[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(records.flatMap(({ documentId }) => documentId ?? []))
  if (ids.size === 0) return new Map()
  try {
    return await readTitles(deps, await readerOf(deps, caller), [...ids])
  } catch (error) {
    // An audit is read above all when something is down: it says less then.
    if (error instanceof Problem && error.code === 'dms.unavailable') return new Map()
    throw error
  }
}

/** Audit of a document that the caller sees. Reading it is recorded too. */
export async function readDocumentAudit(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  page: { limit: number; before: number | undefined },
): Promise<TitledRecord[]> {
  const reader = await readerOf(deps, caller)
  const { document } = await requireDocument(deps.db, reader, documentId, 'read')
  const records = await listAudit(deps.db, caller.tenantId, { ...page, documentId })
  await recordReading(deps, caller, documentId, { before: page.before, limit: page.limit })
  return records.map((record) => ({ ...record, title: document.title }))
}

const recordReading = (
  deps: Deps,
  { tenantId, subject }: TokenUser,
  documentId: string | null,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> =>
  inTransaction(deps.db, (tx) =>
    appendAudit(tx, tenantId, deps.now(), [
      { action: 'audit.read', actor: userActor(subject), documentId, detail },
    ]),
  )

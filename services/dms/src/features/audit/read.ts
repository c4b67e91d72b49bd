import type { ChainedRecord } from '@countersign/service-kit/audit-events'
import { inTransaction } from '@countersign/service-kit/transaction'
import { readerOf, requireDocument, type TokenUser } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { appendAudit, listAudit, userActor } from './queries.ts'
import { searchAudit, type EventFilter } from './search-queries.ts'

/** Audit of the tenant. Reading it is recorded too, with what was asked for. */
export async function readTenantAudit(
  deps: Deps,
  caller: TokenUser,
  filter: EventFilter,
  limit: number,
): Promise<ChainedRecord[]> {
  const records = await searchAudit(deps.db, caller.tenantId, filter, limit)
  // The chain is for good: a text that was looked for can be a name, and stays out of it.
  const { before, q, ...asked } = filter
  const detail = {
    ...asked,
    before: before?.[1],
    limit,
    ...(q === undefined ? {} : { text: true }),
  }
  await recordReading(deps, caller, null, detail)
  return records
}

/** Audit of a document that the caller sees. Reading it is recorded too. */
export async function readDocumentAudit(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  page: { limit: number; before: number | undefined },
): Promise<ChainedRecord[]> {
  await requireDocument(deps.db, await readerOf(deps, caller), documentId, 'read')
  const records = await listAudit(deps.db, caller.tenantId, { ...page, documentId })
  await recordReading(deps, caller, documentId, { before: page.before, limit: page.limit })
  return records
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

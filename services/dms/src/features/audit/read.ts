import { inTransaction } from '@countersign/service-kit/transaction'
import { readerOf, requireDocument, type TokenUser } from '../../access.ts'
import type { Deps } from '../../deps.ts'
import {
  type ChainFault,
  type ChainedRecord,
  chainStart,
  findChainFault,
} from '../../core/audit-chain.ts'
import { appendAudit, findHead, listAudit, readChain, userActor } from './queries.ts'

const BATCH = 1_000

/** Audit of the tenant, or of one document that the caller sees. Reading it is recorded too. */
export async function readAudit(
  deps: Deps,
  caller: TokenUser,
  page: { limit: number; before: number | undefined },
  documentId?: string,
): Promise<ChainedRecord[]> {
  const { tenantId } = caller
  if (documentId !== undefined) {
    await requireDocument(deps.db, await readerOf(deps, caller), documentId, 'read')
  }
  const records = await listAudit(deps.db, tenantId, { ...page, documentId })
  await inTransaction(deps.db, (tx) =>
    appendAudit(tx, tenantId, deps.now(), [
      {
        action: 'audit.read',
        actor: userActor(caller.subject),
        documentId: documentId ?? null,
        detail: { before: page.before, limit: page.limit },
      },
    ]),
  )
  return records
}

export interface ChainReport {
  readonly valid: boolean
  readonly checked: number
  readonly head: { readonly sequence: number; readonly hash: string } | null
  readonly fault?: ChainFault
}

/** Walks the whole chain of a tenant, from its first event to its head. */
export async function verifyAudit(deps: Pick<Deps, 'db'>, tenantId: string): Promise<ChainReport> {
  // Read first: what is appended meanwhile is behind it and does not count.
  const head = await findHead(deps.db, tenantId)
  if (head === undefined) return { valid: true, checked: 0, head: null }
  const shown = { sequence: head.sequence, hash: head.hash.toString('hex') }
  let last: { sequence: number; hash: Buffer } = { sequence: 0, hash: chainStart }
  while (last.sequence < head.sequence) {
    const limit = Math.min(BATCH, head.sequence - last.sequence)
    const records = await readChain(deps.db, tenantId, last.sequence, limit)
    const fault: ChainFault | undefined =
      findChainFault(last, records) ??
      (records.length === 0 ? { sequence: last.sequence + 1, reason: 'gap' } : undefined)
    if (fault !== undefined) {
      return { valid: false, checked: fault.sequence - 1, head: shown, fault }
    }
    last = records.at(-1) ?? last
  }
  if (last.sequence === head.sequence && last.hash.equals(head.hash)) {
    return { valid: true, checked: last.sequence, head: shown }
  }
  const fault: ChainFault = { sequence: last.sequence, reason: 'broken_link' }
  return { valid: false, checked: last.sequence, head: shown, fault }
}

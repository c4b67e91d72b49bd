import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import { readerOf, requireDocumentForChange, type TokenUser } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { type HoldRow, insertHold, releaseHold } from './queries.ts'
import type { HoldBody, HoldView } from './schema.ts'

export const viewHold = (row: HoldRow): HoldView => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  releasedAt: row.releasedAt?.toISOString() ?? null,
})

/** Keeps a document until the hold is released, whatever rules and owners say. */
export async function placeHold(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  body: HoldBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<HoldView>> {
  const { tenantId, subject } = caller
  const reader = await readerOf(deps, caller)
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      await requireDocumentForChange(tx, reader, documentId, 'manage')
      const now = deps.now()
      const hold = { id: uuidv7(), documentId, ...body, createdBy: subject, createdAt: now }
      const row = await insertHold(tx, tenantId, hold)
      const actor = userActor(subject)
      const detail = { holdId: row.id, reason: row.reason }
      await appendAudit(tx, tenantId, now, [{ action: 'document.held', actor, documentId, detail }])
      return { status: 201, body: viewHold(row) }
    }),
  )
}

/** Its row stays, and says who released it when. */
export async function endHold(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  holdId: string,
): Promise<void> {
  const { tenantId, subject } = caller
  const reader = await readerOf(deps, caller)
  await inTransaction(deps.db, async (tx) => {
    await requireDocumentForChange(tx, reader, documentId, 'manage')
    const now = deps.now()
    const release = { by: subject, at: now }
    const row = await releaseHold(tx, tenantId, documentId, holdId, release)
    if (row === undefined) throw problems.not_found()
    const actor = userActor(subject)
    await appendAudit(tx, tenantId, now, [
      { action: 'document.hold_released', actor, documentId, detail: { holdId } },
    ])
  })
}

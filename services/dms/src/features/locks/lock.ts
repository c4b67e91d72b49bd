import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import {
  readerOf,
  requireActive,
  requireDocumentForChange,
  requireRight,
  requireUnlocked,
  type TokenUser,
} from '../../access/access.ts'
import { findLock } from '../../access/lock-queries.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { putLock, removeLock } from './queries.ts'
import type { LockBody, LockView } from './schema.ts'

/** Checks a document out. The holder may do it again, to change reason or end. */
export async function lockForUser(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  body: LockBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<LockView>> {
  const reader = await readerOf(deps, caller)
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const { document } = await requireDocumentForChange(tx, reader, documentId, 'write')
      requireActive(document)
      const now = deps.now()
      await requireUnlocked(tx, document, caller.subject, now)
      const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt)
      if (expiresAt !== null && expiresAt <= now) throw overAlready()
      const lock = { holderId: caller.subject, reason: body.reason, expiresAt }
      await putLock(tx, caller.tenantId, documentId, lock, now)
      await appendAudit(tx, caller.tenantId, now, [
        {
          action: 'document.locked',
          actor: userActor(caller.subject),
          documentId,
          detail: { reason: body.reason, expiresAt: body.expiresAt },
        },
      ])
      const view = {
        reason: body.reason,
        holder: caller.subject,
        ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
      }
      return { status: 200, body: view }
    }),
  )
}

/**
 * Ends a check-out: the holder's own, or anybody's for those who manage the document. An approval's
 * lock ends with the approval alone.
 */
export async function unlock(deps: Deps, caller: TokenUser, documentId: string): Promise<void> {
  const reader = await readerOf(deps, caller)
  await inTransaction(deps.db, async (tx) => {
    const { document, rights } = await requireDocumentForChange(tx, reader, documentId, 'read')
    if (!rights.has('manage')) requireRight(rights, 'write')
    const now = deps.now()
    const lock = await findLock(tx, caller.tenantId, documentId, now)
    const byApproval = lock !== undefined && lock.bindingId !== null
    if (byApproval || !rights.has('manage')) {
      await requireUnlocked(tx, document, caller.subject, now)
    }
    if (!(await removeLock(tx, caller.tenantId, documentId))) return
    const actor = userActor(caller.subject)
    await appendAudit(tx, caller.tenantId, now, [
      { action: 'document.unlocked', actor, documentId, detail: { holder: lock?.holderId } },
    ])
  })
}

const overAlready = () =>
  problems.lock_invalid({
    errors: [{ pointer: '/expiresAt', code: 'too_early', detail: 'must be in the future' }],
  })

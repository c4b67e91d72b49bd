import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import {
  readerOf,
  requireActive,
  requireDocumentForChange,
  type TokenUser,
} from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { deleteReference, insertReference } from './queries.ts'
import type { ReferenceBody, ReferenceView } from './schema.ts'
import { viewReference } from './view.ts'

/**
 * Notes that an application relies on a document, which then cannot be purged. The same reference
 * twice is one. Whoever may read a document may say that they use it.
 */
export async function addReference(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  body: ReferenceBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<ReferenceView>> {
  const reader = await readerOf(deps, caller)
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const { document } = await requireDocumentForChange(tx, reader, documentId, 'read')
      requireActive(document)
      const now = deps.now()
      const reference = { ...body, id: uuidv7(), createdBy: caller.subject, createdAt: now }
      const result = await insertReference(tx, caller.tenantId, documentId, reference)
      const actor = userActor(caller.subject)
      if (result.created) {
        await appendAudit(tx, caller.tenantId, now, [
          { action: 'document.referenced', actor, documentId, detail: { ...body } },
        ])
      }
      return { status: result.created ? 201 : 200, body: viewReference(result.row) }
    }),
  )
}

export async function removeReference(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  referenceId: string,
): Promise<void> {
  const reader = await readerOf(deps, caller)
  await inTransaction(deps.db, async (tx) => {
    await requireDocumentForChange(tx, reader, documentId, 'write')
    const deleted = await deleteReference(tx, caller.tenantId, documentId, referenceId)
    if (!deleted) throw problems.not_found()
    const actor = userActor(caller.subject)
    await appendAudit(tx, caller.tenantId, deps.now(), [
      { action: 'document.reference_removed', actor, documentId, detail: { referenceId } },
    ])
  })
}

import { isDeepStrictEqual } from 'node:util'
import { agentDetail } from '@countersign/service-kit/caller'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { TokenUser } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import type { Remains } from '../../storage/object-store.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { endUpload, lockUpload, reopenUpload, type UploadRow } from './queries.ts'

// Somebody may still be writing, or making the object whole, when a session ends. What they make
// must be there before the reaper looks, or it would stay for ever.
const GRACE_MS = 15 * 60_000

/** When the object of a session that ends may be removed. */
export function reapAfter(upload: UploadRow, now: Date): Date {
  const untouched = upload.sealedAt === null && upload.senderUntil === null && !upload.byParts
  return untouched ? now : new Date(now.getTime() + GRACE_MS)
}

/** Gives up an upload at the owner's wish. Repeating it changes nothing. */
export async function abortUpload(deps: Deps, caller: TokenUser, uploadId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const upload = await lockUpload(tx, caller.tenantId, uploadId)
    if (upload === undefined || upload.ownerId !== caller.subject) throw problems.not_found()
    if (upload.status === 'COMPLETED') throw problems.upload_out_of_order()
    if (upload.status === 'ABORTED' || upload.status === 'EXPIRED' || upload.status === 'FAILED') {
      return
    }
    const now = deps.now()
    await endUpload(tx, upload, { status: 'ABORTED', reapAfter: reapAfter(upload, now) })
    await appendAudit(tx, caller.tenantId, now, [
      {
        action: 'upload.aborted',
        actor: userActor(caller.subject),
        documentId: upload.documentId,
        detail: { uploadId, ...agentDetail(caller) },
      },
    ])
  })
}

/**
 * Ends an upload whose bytes are not acceptable. Nothing happens when it has others by now, or may have.
 *
 * Kept by: services/dms/src/features/uploads/late-committer.test.ts "does not fail for the bytes of before"
 *
 * @param upload As whoever looked at the bytes had it.
 */
export async function failUpload(
  deps: Deps,
  upload: UploadRow,
  failureCode: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const current = await lockUpload(tx, upload.tenantId, upload.id)
    if (current === undefined || !hasSameBytes(current, upload)) return
    const now = deps.now()
    await endUpload(tx, current, {
      status: 'FAILED',
      failureCode,
      reapAfter: reapAfter(current, now),
    })
    await appendAudit(tx, upload.tenantId, now, [
      {
        action: 'upload.failed',
        actor: userActor(upload.ownerId),
        documentId: upload.documentId,
        detail: { uploadId: upload.id, code: failureCode },
      },
    ])
  })
}

/** Those of a sender change while it sends, and by nobody else; what is sealed stays until it is sealed anew. */
function hasSameBytes(current: UploadRow, { senderId, sealedAt }: UploadRow): boolean {
  if (current.status === 'RECEIVING') return senderId !== null && current.senderId === senderId
  return (
    current.status === 'RECEIVED' &&
    sealedAt !== null &&
    current.sealedAt?.getTime() === sealedAt.getTime()
  )
}

/**
 * Takes an upload back to what its storage still has of it: its client asks where it stands, and sends the rest.
 * Nothing happens when somebody else has it by now, or has taken it back already.
 *
 * @param upload As whoever heard of the loss had it.
 */
export async function goBack(deps: Deps, upload: UploadRow, left: Remains): Promise<void> {
  const { tenantId, id } = upload
  await inTransaction(deps.db, async (tx) => {
    const current = await lockUpload(tx, tenantId, id)
    const isOpen = current?.status === 'RECEIVING' || current?.status === 'RECEIVED'
    if (!isOpen || current.senderId !== upload.senderId) return
    if (!isDeepStrictEqual(current.writeState, upload.writeState)) return
    await reopenUpload(tx, current, left)
  })
  deps.log.warn({ tenantId, uploadId: id }, 'the storage has lost bytes of an upload')
}

import { isDeepStrictEqual } from 'node:util'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Deps } from '../../deps.ts'
import type { Remains } from '../../storage/object-store.ts'
import { forgetParts, reopenUpload, sumParts } from './part-queries.ts'
import { lockUpload, type UploadRow } from './queries.ts'

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
    if (current.byParts) await forgetParts(tx, tenantId, id, left.parts)
    const receivedBytes = current.byParts ? await sumParts(tx, tenantId, id) : left.receivedBytes
    const byParts = current.byParts && left.parts.length > 0
    await reopenUpload(tx, current, { receivedBytes, byParts, state: left.state })
  })
  deps.log.warn({ tenantId, uploadId: id }, 'the storage has lost bytes of an upload')
}

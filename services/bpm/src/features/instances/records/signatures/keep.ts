import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import type { UserCaller } from '../../../../callers.ts'
import type { Deps } from '../../../../deps.ts'
import { drawingHash, type Drawing } from './drawing.ts'
import { endDrawnSignature, findDrawnSignature, insertDrawnSignature } from './queries.ts'

/** Keeps what the caller drew as the signature of what they decide from now on. The same again changes nothing. */
export async function keepDrawnSignature(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { tenantId, userId }: UserCaller,
  { strokes }: Drawing,
): Promise<void> {
  const sha256 = drawingHash(strokes)
  const at = now()
  const row = {
    tenant_id: tenantId,
    id: uuidv7(),
    user_id: userId,
    strokes: JSON.stringify(strokes),
    sha256,
    used_from: at,
    used_until: null,
  }
  await inTransaction(db, async (tx) => {
    if ((await findDrawnSignature(tx, tenantId, userId))?.sha256 === sha256) return
    // Whoever draws in two windows at once has the later one: the earlier one ends at once.
    do await endDrawnSignature(tx, tenantId, userId, at)
    while (!(await insertDrawnSignature(tx, row)))
  })
}

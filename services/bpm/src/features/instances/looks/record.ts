import { inTransaction } from '@countersign/service-kit/transaction'
import type { UserCaller } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { getReadable } from '../access.ts'
import { isDifferent, readDifferences } from './differences.ts'
import { insertFirstLook, lockLook, updateLook } from './queries.ts'

/**
 * Keeps that somebody was shown an approval as it was with an entry of its log. An earlier one than is kept changes
 * nothing, so windows that look at once come to the same in any order.
 *
 * @throws `bpm.not_found` (404) for those who may not read it.
 */
export async function recordLook(
  deps: Pick<Deps, 'db' | 'processes' | 'now'>,
  reader: UserCaller,
  instanceId: string,
  shown: number,
): Promise<void> {
  const readable = await getReadable(deps, reader, instanceId)
  const looking = { tenantId: reader.tenantId, userId: reader.userId, instanceId }
  const sequence = Math.min(shown, readable.instance.lockVersion)
  const at = deps.now()
  await inTransaction(deps.db, async (tx) => {
    if (await insertFirstLook(tx, looking, { sequence, at })) return
    const last = await lockLook(tx, looking)
    if (last === undefined || sequence < last.sequence) return
    const span = { after: last.sequence, upTo: sequence }
    const isOther = isDifferent(await readDifferences(tx, readable, span))
    await updateLook(tx, looking, {
      sequence,
      looked_at: at,
      ...(isOther ? { sequence_before: last.sequence, looked_at_before: last.lookedAt } : {}),
    })
  })
}

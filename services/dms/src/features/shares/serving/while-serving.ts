import type { Db } from '@countersign/service-kit/db'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Schema } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import { createPerKeyFifo } from '../per-key-fifo.ts'
import { lockShare, type ShareRow } from '../queries.ts'
import { decideServing, findHolders, type Held, type Holder, holderOf } from './holder.ts'
import { findServing } from './queries.ts'

const inTurn = createPerKeyFifo()

interface ShareKey {
  readonly tenantId: string
  readonly shareId: string
}

/**
 * Does something with the share locked, as long as it serves: a right that was taken away before this
 * has the lock counts. Where that needs another word from iam, it is asked outside and all begins anew.
 *
 * @param holder As found when the share was opened.
 * @throws `dms.share_revoked`, `dms.share_resting` (410), `dms.not_found`
 */
export async function whileServing(
  deps: Deps,
  key: ShareKey,
  holder: Holder,
  work: (tx: Db<Schema>, share: ShareRow) => Promise<void>,
): Promise<void> {
  const { tenantId, shareId } = key
  const need = await inTurn(shareId, () =>
    inTransaction(deps.db, async (tx) => {
      const share = await lockShare(tx, tenantId, shareId)
      if (share === undefined) throw problems.not_found()
      if (share.revokedAt !== null) throw problems.share_revoked()
      // After the lock, as another statement: the one that waited for it sees what was before.
      const serving = await findServing(tx, tenantId, shareId)
      if (serving?.documentStatus !== 'ACTIVE') throw problems.not_found()
      const decision = decideServing(serving, serving, holder)
      if (decision === 'unknown') return serving
      if (decision !== undefined) throw problems.share_resting()
      await work(tx, share)
      return undefined
    }),
  )
  if (need === undefined) return
  await whileServing(deps, key, await findHolder(deps, need), work)
}

/** Who answers for the share now. @throws `dms.unavailable` (503) */
export async function findHolder(
  deps: Deps,
  share: Held & Pick<ShareRow, 'tenantId' | 'createdBy' | 'takenOverBy'>,
): Promise<Holder> {
  const userId = holderOf(share)
  const holders = await findHolders(deps, share.tenantId, [userId], share)
  const holder = holders.get(userId)
  if (holder === undefined) throw new Error('nobody was found for the holder')
  return holder
}

/**
 * Refuses what goes on after the opening, once the share serves no more.
 *
 * @throws `dms.share_revoked`, `dms.share_resting` (410), `dms.not_found`
 */
export async function requireServing(deps: Deps, { tenantId, shareId }: ShareKey): Promise<void> {
  const serving = await findServing(deps.db, tenantId, shareId)
  if (serving?.documentStatus !== 'ACTIVE') throw problems.not_found()
  if (serving.revokedAt !== null) throw problems.share_revoked()
  const decision = decideServing(serving, serving, await findHolder(deps, serving))
  if (decision !== undefined) throw problems.share_resting()
}

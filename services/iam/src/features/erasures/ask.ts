import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { uuidv7 } from 'uuidv7'
import { lockOwnAccount } from '../../accounts/make-account.ts'
import { findUser } from '../../accounts/user-queries.ts'
import { asSoleActorOn, doneBy, type Operator, type SoleActor } from '../../actor.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import type { Claimant } from '../../authority/claimant.ts'
import type { Tx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { askAgain, insertErasure, leadsSomebody, lockErasure, markCancelled } from './queries.ts'
import type { ErasureView } from './schema.ts'
import { viewErasure } from './view.ts'

type ErasureDeps = Pick<Deps, 'db' | 'now' | 'erasure'>

/**
 * Asks for a person to be forgotten, everywhere, after a time in which it can be cancelled. Asked again
 * it is the same erasure; when that is done, the other services do it again: one of them may have been
 * restored to a moment before.
 *
 * @throws `iam.user_active` (409) unless the account is disabled, which the last administrator's cannot
 * be; `iam.member_leads` (409).
 */
export function askForErasure(
  deps: ErasureDeps,
  claimant: Claimant | Operator,
  userId: string,
  key?: IdempotencyKey,
): Promise<Answer<ErasureView>> {
  return asSoleActorOn(deps.db, claimant, userId, (tx, actor) =>
    once(tx, key, async () => ({ status: 202, body: await ask(tx, deps, actor, userId) })),
  )
}

async function ask(
  tx: Tx,
  { now, erasure: { waitingMs, services } }: ErasureDeps,
  actor: SoleActor,
  userId: string,
): Promise<ErasureView> {
  if ((await findUser(tx, actor.tenantId, userId)) === undefined) throw problems.not_found()
  const known = await lockErasure(tx, userId)
  if (known !== undefined) {
    if (known.state !== 'DONE') return viewErasure(tx, services, known)
    await insertAuditEvent(tx, doneBy(actor, 'erasure.asked', 'user', userId), now())
    return viewErasure(tx, services, await askAgain(tx, known.id))
  }
  const { status } = await lockOwnAccount(tx, actor, userId)
  if (status === 'active') throw problems.user_active()
  if (await leadsSomebody(tx, userId)) throw problems.member_leads()
  const askedAt = now()
  const made = await insertErasure(tx, {
    id: uuidv7(),
    tenantId: actor.tenantId,
    userId,
    askedBy: actor.userId,
    askedAt,
    dueAt: new Date(askedAt.getTime() + waitingMs),
  })
  await insertAuditEvent(tx, doneBy(actor, 'erasure.asked', 'user', userId), askedAt)
  return viewErasure(tx, services, made)
}

/** @throws `iam.erasure_begun` (409) */
export function cancelErasure(
  { db, now }: ErasureDeps,
  claimant: Claimant | Operator,
  userId: string,
): Promise<void> {
  return asSoleActorOn(db, claimant, userId, async (tx, actor) => {
    if ((await findUser(tx, actor.tenantId, userId)) === undefined) throw problems.not_found()
    const known = await lockErasure(tx, userId)
    if (known === undefined) throw problems.not_found()
    if (known.state !== 'WAITING') throw problems.erasure_begun()
    await lockOwnAccount(tx, actor, userId)
    await markCancelled(tx, known.id, now())
    await insertAuditEvent(tx, doneBy(actor, 'erasure.cancelled', 'user', userId), now())
  })
}

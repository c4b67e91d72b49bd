import { asActor, asSoleActor, doneBy, type Actor } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../db/types.ts'
import { problems } from '../../problems.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import { joinByInvitation } from './join-queries.ts'
import { findInvitedTo } from './link-queries.ts'
import { takeInvitation } from './queries.ts'

type Needs = Pick<Deps, 'db' | 'now'>

/**
 * Joins the tenant that invites one's own account, once, with the roles of the invitation. The account
 * stays its owner's alone: one of several tenants is not one tenant's to change.
 *
 * @throws 404 when it is not open, or not the caller's, or who wrote it may not invite any more.
 */
export async function acceptInvitation(
  { db, now }: Needs,
  claimant: Claimant,
  id: string,
): Promise<void> {
  const tenantId = await findInvitedTo(db, claimant.userId, id)
  if (tenantId === undefined) throw problems.not_found()
  const joined = await asSoleActor(
    db,
    claimant,
    async (tx, actor) => {
      const at = now()
      const taken = await takeInvitation(tx, actor.userId, id, at)
      if (taken === undefined) throw problems.not_found()
      const holds = await joinByInvitation(tx, taken, actor.userId, at)
      await record(tx, actor, tenantId, holds ? 'member.joined' : 'member.invitation_void', at)
      return holds
    },
    [tenantId],
  )
  if (!joined) throw problems.not_found()
}

/** @throws 404 */
export function declineInvitation(
  { db, now }: Needs,
  claimant: Claimant,
  id: string,
): Promise<void> {
  return asActor(db, claimant, async (tx, actor) => {
    const at = now()
    const taken = await takeInvitation(tx, actor.userId, id, at)
    if (taken === undefined) throw problems.not_found()
    await record(tx, actor, taken.tenantId, 'member.invitation_declined', at)
  })
}

/** For the administrators of the tenant that invited, where the caller may be nobody yet. */
function record(tx: Tx, actor: Actor, tenantId: string, action: string, now: Date): Promise<void> {
  const entry = doneBy({ ...actor, tenantId }, action, 'user', actor.userId)
  return insertAuditEvent(tx, entry, now)
}

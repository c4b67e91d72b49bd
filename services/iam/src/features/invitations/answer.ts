import { asActor, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import { insertMembership } from '../../accounts/member-queries.ts'
import { takeInvitation } from './queries.ts'

/**
 * Answers an invitation of one's own account, once. Who accepts becomes a member without a role:
 * what they may do in the tenant is its administrators' to say, while the account stays theirs
 * alone: one of several tenants is not one tenant's to change.
 *
 * @throws 404 when it is not open, or not the caller's.
 */
export function answerInvitation(
  { db, now }: Deps,
  claimant: Claimant,
  id: string,
  accepted: boolean,
): Promise<void> {
  return asActor(db, claimant, async (tx, actor) => {
    const at = now()
    const taken = await takeInvitation(tx, actor.userId, id, at)
    if (taken === undefined) throw problems.not_found()
    const { tenantId } = taken
    if (accepted) await insertMembership(tx, tenantId, actor.userId, at)
    const action = accepted ? 'member.joined' : 'member.invitation_declined'
    // For the administrators of the tenant that invited, where the caller may be nobody yet.
    const entry = doneBy({ ...actor, tenantId }, action, 'user', actor.userId)
    await insertAuditEvent(tx, entry, at)
  })
}

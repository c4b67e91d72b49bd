import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { asActor, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import {
  deleteExpiredInvitations,
  deleteInvitation,
  upsertInvitation,
  type InvitationRow,
} from './queries.ts'
import type { InvitationView } from './schema.ts'

const daysOpen = 14

export const toInvitationView = (row: InvitationRow): InvitationView => ({
  id: row.id,
  username: row.username,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})

/**
 * Invites an account by its user name. The answer is the same whether there is one, so that nobody
 * learns who has an account; inviting again lets the invitation live on.
 */
export function invite(
  { db, now }: Deps,
  claimant: Claimant,
  typed: string,
  key: IdempotencyKey | undefined,
): Promise<Answer<InvitationView>> {
  const { tenantId, userId: invitedBy } = claimant
  const username = typed.toLowerCase()
  return asActor(db, claimant, (tx, actor) =>
    once(tx, key, async () => {
      const at = now()
      const expiresAt = new Date(at.getTime() + daysOpen * 86_400_000)
      await deleteExpiredInvitations(tx, tenantId, at)
      const row = await upsertInvitation(tx, tenantId, { username, invitedBy, expiresAt }, at)
      const entry = doneBy(actor, 'member.invited', 'invitation', row.id, { username })
      await insertAuditEvent(tx, entry, at)
      return { status: 201, body: toInvitationView(row) }
    }),
  )
}

/** @throws 404 */
export function withdrawInvitation(
  { db, now }: Deps,
  claimant: Claimant,
  id: string,
): Promise<void> {
  return asActor(db, claimant, async (tx, actor) => {
    const gone = await deleteInvitation(tx, actor.tenantId, id)
    if (gone === undefined) throw problems.not_found()
    const { username } = gone
    const entry = doneBy(actor, 'member.invitation_withdrawn', 'invitation', id, { username })
    await insertAuditEvent(tx, entry, now())
  })
}

import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { refuseEscalation } from '../../accounts/accepted-permissions.ts'
import { listRolesNamed } from '../../accounts/role-queries.ts'
import { asActor, doneBy, type Actor } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import type { Tx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { countMailTo } from '../../mail/limits.ts'
import { answerLink } from '../../mail/link-answer.ts'
import { linkPaths } from '../../mail/link-paths.ts'
import { enqueueMail } from '../../mail/outbox-queries.ts'
import { problems } from '../../problems.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import {
  deleteExpiredInvitations,
  deleteInvitation,
  findInvitation,
  renewInvitation,
  upsertInvitation,
  type InvitationRow,
} from './queries.ts'
import type { InvitationLink, InvitationView, InviteBody } from './schema.ts'

const daysOpen = 14
const openUntil = (now: Date) => new Date(now.getTime() + daysOpen * 86_400_000)

export const toInvitationView = ({
  createdAt,
  expiresAt,
  ...row
}: InvitationRow): InvitationView => ({
  ...row,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

/**
 * Invites an account by its user name, or whoever reads the mail to an address. The answer is the same
 * whether there is such an account, so that nobody learns who has one; inviting again lets the
 * invitation live on and sends another mail.
 *
 * @throws `iam.role_unknown` (422), `iam.permission_reserved` (403), `iam.too_many_tries` (429).
 */
export function invite(
  deps: Deps,
  claimant: Claimant,
  body: InviteBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<InvitationView>> {
  const { username, email, roles = [] } = body
  if ((username === undefined) === (email === undefined)) throw notOne()
  const to = { username: username?.toLowerCase() ?? null, email: email ?? null }
  return asActor(deps.db, claimant, (tx, actor) =>
    once(tx, key, async () => {
      const at = deps.now()
      const { tenantId, userId: invitedBy } = actor
      const roleIds = await acceptRoles(tx, actor, roles)
      await deleteExpiredInvitations(tx, tenantId, at)
      const invitation = { ...to, roleIds, invitedBy, expiresAt: openUntil(at) }
      const id = await upsertInvitation(tx, tenantId, invitation, at)
      if (to.email !== null && deps.mailer !== undefined)
        await mailTo(tx, tenantId, id, to.email, at)
      const entry = doneBy(actor, 'member.invited', 'invitation', id, { ...to, roles })
      await insertAuditEvent(tx, entry, at)
      return { status: 201, body: toInvitationView(await getInvitation(tx, tenantId, id)) }
    }),
  )
}

async function acceptRoles(tx: Tx, actor: Actor, refs: readonly string[]): Promise<string[]> {
  const roles = await listRolesNamed(tx, actor.tenantId, refs)
  const missing = refs.findIndex((ref) => !roles.some(({ id, code }) => id === ref || code === ref))
  if (missing >= 0) {
    throw problems.role_unknown({
      errors: [{ pointer: `/roles/${missing}`, code: 'unknown', detail: 'is not of this tenant' }],
    })
  }
  refuseEscalation(
    actor,
    roles.flatMap(({ permissions }) => permissions),
  )
  return roles.map(({ id }) => id)
}

async function mailTo(
  tx: Tx,
  tenantId: string,
  invitationId: string,
  address: string,
  now: Date,
): Promise<void> {
  await countMailTo(tx, address, now)
  await enqueueMail(tx, { kind: 'invitation', tenantId, invitationId, address }, now)
}

/**
 * Sends the link of an invitation again, or answers it, to hand over. It lives on, and whoever does so
 * answers for it from now on.
 *
 * @throws 404, `iam.mail_unavailable` (409), `iam.too_many_tries` (429).
 */
export function makeInvitationLink(
  deps: Deps,
  claimant: Claimant,
  id: string,
  deliver: 'mail' | 'hand_over',
  key: IdempotencyKey | undefined,
): Promise<Answer<InvitationLink>> {
  return asActor(deps.db, claimant, (tx, actor) =>
    once(tx, key, async () => {
      const { tenantId, userId } = actor
      const at = deps.now()
      const before = await findInvitation(tx, tenantId, id)
      if (before === undefined || before.expiresAt <= at) throw problems.not_found()
      const { email, roles } = before
      if (email === null || (deliver === 'mail' && deps.mailer === undefined))
        throw problems.mail_unavailable()
      await acceptRoles(
        tx,
        actor,
        roles.map((role) => role.id),
      )
      const expiresAt = openUntil(at)
      await renewInvitation(tx, tenantId, id, userId, expiresAt)
      if (deliver === 'mail') await mailTo(tx, tenantId, id, email, at)
      const details = { email, delivered: deliver }
      const entry = doneBy(actor, 'member.invitation_link_made', 'invitation', id, details)
      await insertAuditEvent(tx, entry, at)
      const token = deps.links.tokenOf('invitation', id)
      const url = `${deps.issuer}${linkPaths.invitation}?token=${token}`
      return answerLink({ delivered: deliver, url, expiresAt })
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
    const entry = doneBy(actor, 'member.invitation_withdrawn', 'invitation', id, gone)
    await insertAuditEvent(tx, entry, now())
  })
}

async function getInvitation(tx: Tx, tenantId: string, id: string): Promise<InvitationRow> {
  const row = await findInvitation(tx, tenantId, id)
  if (row === undefined) throw new Error('the invitation that was just written is not there')
  return row
}

const notOne = () =>
  problems.invalid_request({
    errors: [{ pointer: '', code: 'one_of', detail: 'names either a user name or an address' }],
  })

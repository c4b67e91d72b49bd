import {
  findMember,
  insertMembership,
  listPermissionsOf,
  replaceRoles,
} from '../../accounts/member-queries.ts'
import { escalations } from '../../core/permissions.ts'
import type { Tx } from '../../db/types.ts'
import { listRolesGiven } from './link-queries.ts'
import type { TakenInvitation } from './queries.ts'

/**
 * Lets an account into the tenant of an invitation with its roles. Who invited answers for it, so they
 * are asked about now and not when they wrote: whoever may not invite any more, or may not give what
 * the roles hold by now, has invited nobody. Roles of who is a member already stay.
 *
 * @returns false when the invitation does not hold. The caller acts alone in the tenant.
 *
 * Kept by: services/iam/src/features/invitations/by-mail.test.ts "does not hold once who wrote it may not invite"
 */
export async function joinByInvitation(
  tx: Tx,
  { tenantId, invitedBy, roleIds }: TakenInvitation,
  userId: string,
  now: Date,
): Promise<boolean> {
  const held = await listPermissionsOf(tx, tenantId, invitedBy)
  const roles = await listRolesGiven(tx, tenantId, roleIds)
  const given = roles.flatMap(({ permissions }) => permissions)
  if (!held.includes('iam:member:write') || escalations(given, held).length > 0) return false
  if ((await findMember(tx, tenantId, userId)) !== undefined) return true
  await insertMembership(tx, tenantId, userId, now)
  await replaceRoles(
    tx,
    tenantId,
    userId,
    roles.map(({ id }) => id),
  )
  return true
}

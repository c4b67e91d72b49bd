import { requireRevision } from '@countersign/service-kit/revision'
import { doneBy, type Actor, type SoleActor } from '../actor.ts'
import { insertAuditEvent } from '../audit/entries.ts'
import type { Tx } from '../db/types.ts'
import { problems } from '../problems.ts'
import { refuseEscalation } from './accepted-permissions.ts'
import { endInTenant } from './end-in-tenant.ts'
import {
  deleteMembership,
  findMember,
  lockMember,
  replaceRoles,
  updateMembership,
  type MemberRow,
  type Place,
} from './member-queries.ts'
import { listRolesNamed } from './role-queries.ts'

// What administrators and directories do alike with memberships, in transactions of theirs.

/**
 * Gives a member a place and roles, in the transaction of the caller.
 *
 * @throws `iam.role_unknown` (422), `iam.permission_reserved` (403)
 */
export async function placeMember(
  tx: Tx,
  actor: SoleActor,
  before: MemberRow,
  place: Place,
  roles: readonly string[],
  now: Date,
): Promise<MemberRow> {
  const { tenantId } = actor
  const { userId } = before
  await updateMembership(tx, tenantId, userId, place, now)
  await replaceRoles(tx, tenantId, userId, await acceptRoles(tx, actor, before, roles))
  const after = await getMember(tx, tenantId, userId)
  const details = { before: shown(before), after: shown(after) }
  await insertAuditEvent(tx, doneBy(actor, 'member.changed', 'user', userId, details), now)
  return after
}

/**
 * Takes an account out of the tenant, in the transaction of the caller.
 *
 * @throws 404, `iam.permission_reserved` (403), `iam.revision_mismatch` (412)
 */
export async function endMembership(
  tx: Tx,
  actor: SoleActor,
  userId: string,
  revision: number | undefined,
  now: Date,
): Promise<void> {
  const before = await lockMember(tx, actor.tenantId, userId)
  if (before === undefined) throw problems.not_found()
  requireRevision(problems, revision, before.revision)
  await refuseTaking(tx, actor, before, [])
  await deleteMembership(tx, actor.tenantId, userId)
  await endInTenant(tx, actor.tenantId, userId)
  const details = { before: shown(before) }
  await insertAuditEvent(tx, doneBy(actor, 'member.removed', 'user', userId, details), now)
}

async function acceptRoles(
  tx: Tx,
  actor: Actor,
  before: MemberRow,
  refs: readonly string[],
): Promise<string[]> {
  const roles = await listRolesNamed(tx, actor.tenantId, refs)
  const missing = refs.findIndex((ref) => !roles.some(({ id, code }) => id === ref || code === ref))
  if (missing >= 0) throw unknownRole(missing)
  await refuseTaking(tx, actor, before, roles)
  const had = new Set(before.roles.map(({ id }) => id))
  refuseEscalation(
    actor,
    roles.filter(({ id }) => !had.has(id)).flatMap(({ permissions }) => permissions),
  )
  return [...new Set(roles.map(({ id }) => id))]
}

/** Nor is a role that reaches past the tenant taken away by who could not give it. */
async function refuseTaking(
  tx: Tx,
  actor: Actor,
  { roles: had }: MemberRow,
  kept: readonly { readonly id: string }[],
): Promise<void> {
  const gone = had.map(({ id }) => id).filter((id) => !kept.some((role) => role.id === id))
  const taken = await listRolesNamed(tx, actor.tenantId, gone)
  refuseEscalation(
    actor,
    taken.flatMap(({ permissions }) => permissions),
  )
}

export async function getMember(tx: Tx, tenantId: string, userId: string): Promise<MemberRow> {
  const member = await findMember(tx, tenantId, userId)
  if (member === undefined) throw new Error('a locked membership is gone')
  return member
}

const unknownRole = (index: number) =>
  problems.role_unknown({
    errors: [{ pointer: `/roles/${index}`, code: 'unknown', detail: 'is not of this tenant' }],
  })

const shown = ({ roles, departmentId, post, managerId }: MemberRow) => ({
  roles: roles.map(({ code }) => code),
  departmentId,
  post,
  managerId,
})

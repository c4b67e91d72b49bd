import { requireRevision } from '@countersign/service-kit/revision'
import { uuidv7 } from 'uuidv7'
import { refuseEscalation } from './accepted-permissions.ts'
import { doneBy, isPlatformAdmin, type Actor } from './actor.ts'
import type { Tx } from './db/types.ts'
import { insertAuditEvent } from './features/audit/queries.ts'
import {
  deleteMembership,
  findMember,
  insertMembership,
  lockMember,
  replaceRoles,
  updateMembership,
  type MemberRow,
  type Place,
} from './features/members/queries.ts'
import { listRolesNamed } from './features/roles/queries.ts'
import {
  belongsElsewhere,
  holdsPlatformPermissions,
  insertUser,
  lockUser,
  type UserRow,
} from './features/users/queries.ts'
import { endGrantsInTenant } from './features/users/session-queries.ts'
import { judgePassword } from './password-strength.ts'
import { problems } from './problems.ts'
import type { CreateUserBody } from './schema.ts'

// What administrators, files and directories do alike with people, in transactions of theirs.

/**
 * Locks an account to change it. One of several tenants is not one tenant's to change: its
 * administrator could take it over and act in the others.
 *
 * @throws 404, `iam.user_shared` (403), `iam.permission_reserved` (403)
 */
export async function lockOwnAccount(tx: Tx, actor: Actor, userId: string): Promise<UserRow> {
  const before = await lockUser(tx, actor.tenantId, userId)
  if (before === undefined) throw problems.not_found()
  if (!isPlatformAdmin(actor)) {
    if (await belongsElsewhere(tx, actor.tenantId, userId)) throw problems.user_shared()
    if (await holdsPlatformPermissions(tx, userId)) throw problems.permission_reserved()
  }
  return before
}

/** Makes an account that is a member of the tenant, in the transaction of the caller. */
export async function makeMember(
  tx: Tx,
  actor: Actor,
  body: CreateUserBody,
  passwordHash: string | null,
  now: Date,
): Promise<string> {
  const id = uuidv7()
  const username = body.username.toLowerCase()
  const user = {
    id,
    username,
    displayName: body.displayName,
    email: body.email ?? null,
    passwordHash,
    mustChangePassword: body.mustChangePassword ?? true,
  }
  if (!(await insertUser(tx, user, now))) throw problems.username_taken()
  await insertMembership(tx, actor.tenantId, id, now)
  await insertAuditEvent(tx, doneBy(actor, 'user.created', 'user', id, { username }), now)
  return id
}

/** @throws `iam.password_weak` (422) with the reason as code of the fault. */
export async function acceptPassword(password: string, username: string): Promise<void> {
  const fault = await judgePassword(password, username)
  if (fault === undefined) return
  throw problems.password_weak({
    errors: [{ pointer: '/password', code: fault, detail: 'does not meet the policy' }],
  })
}

/** Gives a member a place and roles, in the transaction of the caller. */
export async function placeMember(
  tx: Tx,
  actor: Actor,
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

/** Takes an account out of the tenant, in the transaction of the caller. */
export async function takeOut(
  tx: Tx,
  actor: Actor,
  userId: string,
  revision: number | undefined,
  now: Date,
): Promise<void> {
  const before = await lockMember(tx, actor.tenantId, userId)
  if (before === undefined) throw problems.not_found()
  requireRevision(problems, revision, before.revision)
  await deleteMembership(tx, actor.tenantId, userId)
  await endGrantsInTenant(tx, actor.tenantId, userId)
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
  const had = new Set(before.roles.map(({ id }) => id))
  refuseEscalation(
    actor,
    roles.filter(({ id }) => !had.has(id)).flatMap(({ permissions }) => permissions),
  )
  return [...new Set(roles.map(({ id }) => id))]
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

import { uuidv7 } from 'uuidv7'
import { doneBy, isPlatformAdmin, type Actor } from '../actor.ts'
import { insertAuditEvent } from '../audit/entries.ts'
import type { Tx } from '../db/types.ts'
import { judgePassword } from '../passwords/strength.ts'
import { problems } from '../problems.ts'
import type { CreateUserBody } from '../schema.ts'
import { insertMembership } from './member-queries.ts'
import {
  belongsElsewhere,
  holdsPlatformPermissions,
  insertUser,
  lockUser,
  type UserRow,
} from './user-queries.ts'

// What administrators, files and directories do alike with accounts, in transactions of theirs.

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
export async function acceptPassword(
  password: string,
  username: string,
  names: readonly string[],
): Promise<void> {
  const fault = await judgePassword(password, username, names)
  if (fault === undefined) return
  throw problems.password_weak({
    errors: [{ pointer: '/password', code: fault, detail: 'does not meet the policy' }],
  })
}

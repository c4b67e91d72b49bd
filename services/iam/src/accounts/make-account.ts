import { uuidv7 } from 'uuidv7'
import { doneBy, isPlatformAdmin, type Actor } from '../actor.ts'
import { insertAuditEvent } from '../audit/entries.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../db/types.ts'
import { hashForAnother } from '../passwords/hash-for-another.ts'
import { judgePassword } from '../passwords/strength.ts'
import { problems } from '../problems.ts'
import type { CreateUserBody } from '../schema.ts'
import { insertMembership } from './member-queries.ts'
import {
  belongsElsewhere,
  holdsPlatformPermissions,
  insertUser,
  isBeingErased,
  lockUser,
  type UserRow,
} from './user-queries.ts'

// What administrators, files and directories do alike with accounts, in transactions of theirs.

/**
 * Locks an account to change it. One of several tenants is not one tenant's to change: its
 * administrator could take it over and act in the others.
 *
 * @throws 404, `iam.user_shared` (403), `iam.permission_reserved` (403), `iam.user_erased` (409)
 */
export async function lockOwnAccount(tx: Tx, actor: Actor, userId: string): Promise<UserRow> {
  const before = await lockUser(tx, actor.tenantId, userId)
  if (before === undefined) throw problems.not_found()
  if (before.erasedAt !== null || (await isBeingErased(tx, userId))) throw problems.user_erased()
  if (!isPlatformAdmin(actor)) {
    if (await belongsElsewhere(tx, actor.tenantId, userId)) throw problems.user_shared()
    if (await holdsPlatformPermissions(tx, userId)) throw problems.permission_reserved()
  }
  return before
}

/** A password that is chosen for somebody, and until when they have to have chosen their own. */
export interface FirstPassword {
  readonly hash: string
  readonly expiresAt: Date | null
}

/** @throws as {@link hashForAnother}. */
export async function hashFirstPassword(
  deps: Pick<Deps, 'hasher' | 'resetLine' | 'now' | 'initialPasswordMs'>,
  tenantId: string,
  password: string,
  mustChange: boolean,
): Promise<FirstPassword> {
  const hash = await hashForAnother(deps, tenantId, password)
  return { hash, expiresAt: firstPasswordEnd(deps, mustChange) }
}

/** When a password ends that somebody else chose; one that may stay does not. */
export const firstPasswordEnd = (
  { now, initialPasswordMs }: Pick<Deps, 'now' | 'initialPasswordMs'>,
  mustChange: boolean,
): Date | null =>
  mustChange && initialPasswordMs > 0 ? new Date(now().getTime() + initialPasswordMs) : null

/**
 * Makes an account that is a member of the tenant, in the transaction of the caller.
 *
 * @param further What the audit says beside the name.
 */
export async function makeMember(
  tx: Tx,
  actor: Actor,
  body: CreateUserBody,
  first: FirstPassword | undefined,
  now: Date,
  further: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const id = uuidv7()
  const username = body.username.toLowerCase()
  const user = {
    id,
    username,
    displayName: body.displayName,
    email: body.email ?? null,
    passwordHash: first?.hash ?? null,
    mustChangePassword: body.mustChangePassword ?? true,
    passwordExpiresAt: first?.expiresAt ?? null,
  }
  if (!(await insertUser(tx, user, now))) throw problems.username_taken()
  await insertMembership(tx, actor.tenantId, id, now)
  const details = { username, ...further }
  await insertAuditEvent(tx, doneBy(actor, 'user.created', 'user', id, details), now)
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

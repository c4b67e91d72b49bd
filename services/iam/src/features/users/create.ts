import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import { doneBy, type Actor } from '../../actor.ts'
import type { Tx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { judgePassword } from '../../password-strength.ts'
import { problems } from '../../problems.ts'
import { insertAuditEvent } from '../audit/queries.ts'
import { insertMembership } from '../members/queries.ts'
import { findUser, insertUser } from './queries.ts'
import type { CreateUserBody, UserView } from './schema.ts'
import { toUserView } from './views.ts'

/**
 * Makes an account and its membership of the administrator's tenant, both or neither.
 *
 * @throws `iam.username_taken` (409), `iam.password_weak` (422).
 */
export async function createUser(
  { db, hasher, now }: Deps,
  actor: Actor,
  body: CreateUserBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<UserView>> {
  const username = body.username.toLowerCase()
  if (body.password !== undefined) await acceptPassword(body.password, username)
  const passwordHash = body.password === undefined ? null : await hasher.hash(body.password)
  return inTransaction(db, (tx) =>
    once(tx, key, async () => {
      const id = await makeMember(tx, actor, body, passwordHash, now())
      const row = await findUser(tx, actor.tenantId, id)
      if (row === undefined) throw new Error('the account that was just made is not there')
      return { status: 201, body: toUserView(row) }
    }),
  )
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

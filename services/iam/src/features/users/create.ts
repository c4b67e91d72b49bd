import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { asActor } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import { acceptPassword, makeMember } from '../../accounts/make-account.ts'
import type { Deps } from '../../deps.ts'
import { findUser } from '../../accounts/user-queries.ts'
import { listNamesOfNew } from '../../passwords/queries.ts'
import type { CreateUserBody } from '../../schema.ts'
import type { UserView } from './schema.ts'
import { toUserView } from './views.ts'

/**
 * Makes an account and its membership of the administrator's tenant, both or neither.
 *
 * @throws `iam.username_taken` (409), `iam.password_weak` (422).
 */
export async function createUser(
  { db, hasher, now }: Deps,
  claimant: Claimant,
  body: CreateUserBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<UserView>> {
  const username = body.username.toLowerCase()
  if (body.password !== undefined)
    await acceptPassword(body.password, username, await listNamesOfNew(db, claimant.tenantId, body))
  const passwordHash = body.password === undefined ? null : await hasher.hash(body.password)
  return asActor(db, claimant, (tx, actor) =>
    once(tx, key, async () => {
      const id = await makeMember(tx, actor, body, passwordHash, now())
      const row = await findUser(tx, actor.tenantId, id)
      if (row === undefined) throw new Error('the account that was just made is not there')
      return { status: 201, body: toUserView(row) }
    }),
  )
}

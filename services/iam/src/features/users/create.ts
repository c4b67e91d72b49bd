import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { asActor } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import { acceptPassword, hashFirstPassword, makeMember } from '../../accounts/make-account.ts'
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
  deps: Deps,
  claimant: Claimant,
  body: CreateUserBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<UserView>> {
  const { db, now } = deps
  const username = body.username.toLowerCase()
  if (body.password !== undefined)
    await acceptPassword(body.password, username, await listNamesOfNew(db, claimant.tenantId, body))
  const { password, mustChangePassword = true } = body
  const first =
    password === undefined
      ? undefined
      : await hashFirstPassword(deps, claimant.tenantId, password, mustChangePassword)
  return asActor(db, claimant, (tx, actor) =>
    once(tx, key, async () => {
      const id = await makeMember(tx, actor, body, first, now())
      const row = await findUser(tx, actor.tenantId, id)
      if (row === undefined) throw new Error('the account that was just made is not there')
      return { status: 201, body: toUserView(row) }
    }),
  )
}

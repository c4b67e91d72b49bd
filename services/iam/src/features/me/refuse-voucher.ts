import type { Actor } from '../../actor.ts'
import { belongsElsewhere } from '../../accounts/user-queries.ts'
import type { Claimant } from '../../authority/claimant.ts'
import { limitOf } from '../../core/voucher.ts'
import type { Db } from '../../db/types.ts'
import { getPasswordState } from '../../passwords/queries.ts'
import { problems } from '../../problems.ts'
import { findSessionContext } from './queries.ts'

/**
 * Whoever runs the provider of one tenant can have it say that they are anybody who is connected with it.
 * Of an account of that tenant alone its administrators are masters anyhow; one of several is not to be
 * had by them. An account with a password was asked for it.
 *
 * @throws `iam.user_shared` (403)
 *
 * Kept by: services/iam/src/oidc/federation/beyond-its-tenant.test.ts "gives no address of theirs to an account that is another tenant’s as well"
 */
export async function refuseVoucher(db: Db, actor: Actor, { caller }: Claimant): Promise<void> {
  const { tenantId, userId } = actor
  if ((await getPasswordState(db, userId)).passwordHash !== null) return
  if (!(await belongsElsewhere(db, tenantId, userId))) return
  const session = await findSessionContext(db, tenantId, String(caller.claims['grant_id']))
  if (session === undefined || limitOf(session) !== undefined) throw problems.user_shared()
}

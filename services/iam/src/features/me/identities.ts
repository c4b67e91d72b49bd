import { asOneself, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import { endInTenant } from '../../accounts/end-in-tenant.ts'
import { deleteOwnLink } from '../federation/link-queries.ts'
import { findSessionContext } from './queries.ts'
import { requirePassword } from './require-password.ts'

/**
 * Ends a connection with an identity elsewhere. An account without a password keeps its
 * connections: they are the only way into it. What came of one in the tenant ends, but for the session
 * that asks: its owner has just typed the password.
 *
 * @throws `iam.password_wrong` (403), `iam.too_many_tries` (429), 404.
 */
export async function removeMyIdentity(
  deps: Deps,
  claimant: Claimant,
  id: string,
  currentPassword: string,
): Promise<void> {
  const { tenantId, userId, caller } = claimant
  await requirePassword(deps, claimant, currentPassword)
  await asOneself(deps.db, claimant, async (tx, actor) => {
    const providerId = await deleteOwnLink(tx, tenantId, userId, id)
    if (providerId === undefined) throw problems.not_found()
    const session = await findSessionContext(tx, tenantId, String(caller.claims['grant_id']))
    await endInTenant(tx, tenantId, userId, session?.uid ?? '')
    const entry = doneBy(actor, 'user.identity_unlinked', 'user', userId, { providerId })
    await insertAuditEvent(tx, entry, deps.now())
  })
}

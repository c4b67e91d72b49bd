import { asOneself, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import { endGrantsOfClient } from '../../accounts/session-queries.ts'
import { deleteConsent } from './consent-queries.ts'

/**
 * Takes a consent back in the tenant of the token. What the application got by it ends, access
 * tokens within ten minutes.
 *
 * @throws 404 when there is none.
 */
export async function withdrawConsent(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  claimant: Claimant,
  clientId: string,
): Promise<void> {
  const { tenantId, userId } = claimant
  await asOneself(db, claimant, async (tx, actor) => {
    const scopes = await deleteConsent(tx, tenantId, userId, clientId)
    if (scopes === undefined) throw problems.not_found()
    await endGrantsOfClient(tx, tenantId, userId, clientId)
    const entry = doneBy(actor, 'user.consent_withdrawn', 'client', clientId, { scopes })
    await insertAuditEvent(tx, entry, now())
  })
}

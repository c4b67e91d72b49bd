import { isUniqueViolation } from '@countersign/service-kit/db'
import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { asActor, asSoleActor, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import { lockOwnAccount } from '../../accounts/make-account.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import { endInTenant } from '../../accounts/end-in-tenant.ts'
import { deleteLink, findLink } from './link-queries.ts'
import { findProvider, insertLink } from './queries.ts'
import type { AddLinkBody, LinkView } from './schema.ts'
import { toLinkView } from './views.ts'

/**
 * Says ahead who an identity is. Only for accounts that are the tenant's alone: one of several
 * tenants, or one that runs the platform, is not one administrator's to give away.
 *
 * @throws 404, `iam.user_shared` (403), `iam.permission_reserved` (403), `iam.link_taken` (409)
 */
export async function addLink(
  { db, now }: Deps,
  claimant: Claimant,
  providerId: string,
  { userId, subject }: AddLinkBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<LinkView>> {
  const { tenantId } = claimant
  try {
    return await asActor(db, claimant, (tx, actor) =>
      once(tx, key, async () => {
        if ((await findProvider(tx, tenantId, providerId)) === undefined) throw problems.not_found()
        await lockOwnAccount(tx, actor, userId)
        const link = { tenantId, providerId, userId, subject, origin: 'administrator' as const }
        const id = await insertLink(tx, link, now())
        const entry = doneBy(actor, 'user.identity_linked', 'user', userId, { providerId, subject })
        await insertAuditEvent(tx, entry, now())
        const row = await findLink(tx, tenantId, providerId, id)
        if (row === undefined) throw new Error('a link that was just made is not there')
        return { status: 201, body: toLinkView(row) }
      }),
    )
  } catch (error) {
    if (isUniqueViolation(error)) throw problems.link_taken()
    throw error
  }
}

/** The identity leads nowhere any more, and what came of it in the tenant ends. */
export async function removeLink(
  { db, now }: Deps,
  claimant: Claimant,
  providerId: string,
  id: string,
): Promise<void> {
  const { tenantId } = claimant
  await asSoleActor(db, claimant, async (tx, actor) => {
    const userId = await deleteLink(tx, tenantId, providerId, id)
    if (userId === undefined) throw problems.not_found()
    await endInTenant(tx, tenantId, userId)
    const entry = doneBy(actor, 'user.identity_unlinked', 'user', userId, { providerId })
    await insertAuditEvent(tx, entry, now())
  })
}

import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { asActor, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import { generateSecret, hashSecret, maxLiveSecrets } from '../../core/client-secrets.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import { refuseGrants } from './accept.ts'
import { lockClient } from './client-queries.ts'
import { deleteSecret, insertSecret, listLiveSecrets } from './queries.ts'
import type { CreatedSecretView, SecretView } from './schema.ts'

type SecretRow = Awaited<ReturnType<typeof listLiveSecrets>>[number]

export const toSecretView = ({ id, createdAt, lastUsedAt, expiresAt }: SecretRow): SecretView => ({
  id,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
})

/**
 * Adds a second live secret, so that a SERVICE can change over without a gap.
 *
 * @throws `iam.secret_forbidden` (409) for a SPA, `iam.secret_limit` (409) at two, and as {@link refuseGrants}.
 */
export function addSecret(
  { db, now }: Deps,
  claimant: Claimant,
  clientRowId: string,
  key: IdempotencyKey | undefined,
): Promise<Answer<CreatedSecretView>> {
  return asActor(db, claimant, (tx, actor) =>
    once(tx, key, async () => {
      const client = await lockClient(tx, actor.tenantId, clientRowId)
      if (client === undefined) throw problems.not_found()
      if (client.type === 'SPA') throw problems.secret_forbidden()
      refuseGrants(actor, client)
      const live = await listLiveSecrets(tx, clientRowId, now())
      if (live.length >= maxLiveSecrets)
        throw problems.secret_limit({ members: { limit: maxLiveSecrets } })
      const secret = generateSecret()
      const row = await insertSecret(tx, clientRowId, hashSecret(secret), now())
      await insertAuditEvent(
        tx,
        doneBy(actor, 'client.secret_added', 'client', clientRowId, { secretId: row.id }),
        now(),
      )
      return {
        status: 201,
        body: { ...toSecretView(row), clientSecret: secret },
        secretMembers: ['clientSecret'],
      }
    }),
  )
}

/** The secret stops to authenticate at once. */
export function removeSecret(
  { db, now }: Deps,
  claimant: Claimant,
  clientRowId: string,
  secretId: string,
): Promise<void> {
  return asActor(db, claimant, async (tx, actor) => {
    const client = await lockClient(tx, actor.tenantId, clientRowId)
    if (client === undefined || !(await deleteSecret(tx, clientRowId, secretId)))
      throw problems.not_found()
    await insertAuditEvent(
      tx,
      doneBy(actor, 'client.secret_removed', 'client', clientRowId, { secretId }),
      now(),
    )
  })
}

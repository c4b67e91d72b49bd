import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

export interface Attempt {
  readonly tenantId: string
  readonly providerId: string
  readonly state: string
  readonly flow: string
  readonly sealedChecks: string
}

/** Remembers a browser that leaves for a provider. */
export async function insertAttempt(db: Db, attempt: Attempt, expiresAt: Date): Promise<void> {
  await db
    .insertInto('federation_attempts')
    .values({
      state_hash: sha256(attempt.state),
      tenant_id: attempt.tenantId,
      provider_id: attempt.providerId,
      flow_hash: sha256(attempt.flow),
      sealed_checks: attempt.sealedChecks,
      expires_at: expiresAt,
    })
    .execute()
}

/**
 * Takes the attempt that an answer belongs to: of the same sign-in, at the same provider, once.
 * Of two answers at once one gets it.
 */
export async function takeAttempt(
  db: Db,
  { providerId, state, flow }: Pick<Attempt, 'providerId' | 'state' | 'flow'>,
  now: Date,
): Promise<{ tenantId: string; sealedChecks: string } | undefined> {
  return db
    .deleteFrom('federation_attempts')
    .where('state_hash', '=', sha256(state))
    .where('provider_id', '=', providerId)
    .where('flow_hash', '=', sha256(flow))
    .where('expires_at', '>', now)
    .returning(['tenant_id as tenantId', 'sealed_checks as sealedChecks'])
    .executeTakeFirst()
}

/** Forgets browsers that never came back; a round of a poll loop. */
export async function deleteOldFederationAttempts(db: Db, now: Date): Promise<number> {
  const deleted = await sql`
    delete from federation_attempts where ctid in (
      select ctid from federation_attempts where expires_at < ${now} limit 1000)`.execute(db)
  return Number(deleted.numAffectedRows ?? 0n) === 1000 ? 1 : 0
}

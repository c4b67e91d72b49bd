import { sql } from 'kysely'
import { activityNotes, restOf } from '../../accounts/session-activity.ts'
import type { Db } from '../../db/types.ts'
import { inLeeway, type ArtifactRow, type SuccessorHash } from './artifact-queries.ts'

/** A code or a refresh token that is used up, and the refresh token that comes of it. */
export interface Exchange {
  readonly used: Pick<ArtifactRow, 'kind' | 'idHash'> & { readonly successor: SuccessorHash }
  readonly next: ArtifactRow
  readonly sessionIdleMs: number
}

/**
 * Uses a code or a refresh token up and stores the refresh token that comes of it, as one: by one statement that also
 * notes that the session is in use. It takes the family first, as who ends one does: neither waits for the other in a ring.
 *
 * The next one is not stored when the family has ended meanwhile. Where its identifier is taken it stays as it is:
 * concurrent refreshes derive the same successor, and the second must not undo what happened to it since.
 *
 * Kept by: services/iam/src/oidc/provider/codes.test.ts "are redeemed once when ten requests come at once to two processes"
 * Kept by: services/iam/src/oidc/provider/refresh.test.ts "give one successor to ten refreshes at once on two processes"
 *
 * @returns false when somebody else used it: of requests that arrive together exactly one gets true for a code; a
 * refresh token may be used again within its leeway.
 */
export async function exchangeToken(
  db: Db,
  { used, next, sessionIdleMs }: Exchange,
): Promise<boolean> {
  const { kind, idHash, successor } = used
  const grantId = next.grantId ?? ''
  // No leeway must mean null alone: a request that waited for the other's row lock has an earlier
  // now() than the consumed_at it then sees.
  const again = successor === undefined ? sql`false` : inLeeway(successor)
  const { rows } = await sql<{ isUsed: boolean }>`
    with family as (
      select id from oidc_grants where id = ${grantId} and ended_at is null for share
    ), used as (
      update oidc_artifacts set consumed_at = coalesce(consumed_at, now())
      where kind = ${kind} and id_hash = ${idHash} and (consumed_at is null or ${again})
        and (select count(*) from family) >= 0
      returning 1
    ), next as (
      insert into oidc_artifacts (kind, id_hash, payload, grant_id, expires_at)
      select ${next.kind}, ${next.idHash}, ${JSON.stringify(next.payload)}::jsonb, family.id, ${next.expiresAt}::timestamptz
      from family where exists (select from used)
      on conflict do nothing
    ), ${activityNotes(restOf(grantId, sessionIdleMs))}
    select exists (select from used) as "isUsed"`.execute(db)
  return rows[0]?.isUsed === true
}

import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { isIdle } from '../../accounts/session-activity.ts'
import type { Db } from '../../db/types.ts'
import { lockGround, type Ground } from '../../accounts/session-queries.ts'

/**
 * A refresh token may come again for this long: two tabs, or an answer that was lost. Whoever uses
 * its successor has got the answer, so that ends it at once.
 */
export const refreshLeewaySeconds = 10

/** What is stored of an identifier that a client could present. */
export const hashId = (id: string): Buffer => createHash('sha256').update(id).digest()

export type ArtifactKind =
  'AuthorizationCode' | 'RefreshToken' | 'Session' | 'Interaction' | 'PushedAuthorizationRequest'

export interface ArtifactRow {
  readonly kind: ArtifactKind
  readonly idHash: Buffer
  readonly payload: Readonly<Record<string, unknown>>
  readonly grantId: string | undefined
  readonly userId: string | undefined
  readonly sessionUid: string | undefined
  readonly expiresAt: Date
}

const changesOf = (row: ArtifactRow) => ({
  payload: JSON.stringify(row.payload),
  user_id: row.userId ?? null,
  session_uid: row.sessionUid ?? null,
  expires_at: row.expiresAt,
})

/** Stores what is nobody's yet: a session, an interaction or a request that was pushed. */
export async function upsertArtifact(db: Db, row: ArtifactRow): Promise<void> {
  const changes = changesOf(row)
  await db
    .insertInto('oidc_artifacts')
    .values({ kind: row.kind, id_hash: row.idHash, ...changes })
    .onConflict((conflict) => conflict.constraint('oidc_artifacts_pkey').doUpdateSet(changes))
    .execute()
}

/**
 * Stores a session or an interaction of somebody, while that on which they are signed in holds.
 *
 * @returns false when it does not: then nothing is stored.
 */
export async function insertOnGround(db: Db, row: ArtifactRow, ground: Ground): Promise<boolean> {
  const { kind, idHash, userId, sessionUid, expiresAt } = row
  const { numAffectedRows = 0n } = await sql`
    with ground as (${lockGround(ground)})
    insert into oidc_artifacts (kind, id_hash, payload, user_id, session_uid, expires_at)
    select ${kind}, ${idHash}, ${JSON.stringify(row.payload)}::jsonb, ${userId ?? null}::uuid,
           ${sessionUid ?? null}, ${expiresAt}::timestamptz
    where exists (select from ground)
    on conflict on constraint oidc_artifacts_pkey do update
    set payload = excluded.payload, user_id = excluded.user_id,
        session_uid = excluded.session_uid, expires_at = excluded.expires_at`.execute(db)
  return numAffectedRows > 0n
}

/**
 * Stores what became of a session or an interaction; one that has ended meanwhile stays so.
 *
 * @param idHash That it has until now.
 * @returns whether it is there.
 */
export async function updateArtifact(
  db: Db,
  row: ArtifactRow,
  idHash: Buffer = row.idHash,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oidc_artifacts')
    .set({ ...changesOf(row), id_hash: row.idHash })
    .where('kind', '=', row.kind)
    .where('id_hash', '=', idHash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Stores a code or refresh token, unless its family has ended meanwhile. One whose identifier is
 * taken stays as it is: concurrent refreshes derive the same successor, and the second must not
 * undo what happened to it since. The lock makes an end under way and this insert take turns.
 *
 * Kept by: services/iam/src/oidc/provider/refresh.test.ts "give one successor to ten refreshes at once on two processes"
 */
export async function insertToken(db: Db, row: ArtifactRow): Promise<void> {
  await sql`
    insert into oidc_artifacts (kind, id_hash, payload, grant_id, expires_at)
    select ${row.kind}, ${row.idHash}, ${JSON.stringify(row.payload)}::jsonb, g.id, ${row.expiresAt}::timestamptz
    from oidc_grants g
    where g.id = ${row.grantId ?? null} and g.ended_at is null
    for share
    on conflict do nothing`.execute(db)
}

/** Which refresh token takes the place of this one, by hash; nothing else has one. */
export type SuccessorHash = Buffer | undefined

export const inLeeway = (successor: Buffer): RawBuilder<boolean> => sql<boolean>`(
  consumed_at > now() - make_interval(secs => ${refreshLeewaySeconds})
  and not exists (
    select from oidc_artifacts successor
    where successor.kind = 'RefreshToken' and successor.id_hash = ${successor}
      and successor.consumed_at is not null))`

/** `consumed`: used up for good; a refresh token is not while its leeway lasts. */
export function findArtifact(
  db: Db,
  kind: ArtifactKind,
  idHash: Buffer,
  successor?: SuccessorHash,
) {
  const usedUp =
    successor === undefined
      ? sql<boolean>`consumed_at is not null`
      : sql<boolean>`(consumed_at is not null and not ${inLeeway(successor)})`
  return (
    db
      .selectFrom('oidc_artifacts')
      .select(['payload', 'grant_id as grantId', usedUp.as('consumed')])
      .where('kind', '=', kind)
      .where('id_hash', '=', idHash)
      // Of a session that nobody used for too long there is none.
      .where((not) => not.not(isIdle(sql`oidc_artifacts.session_uid`)))
      .executeTakeFirst()
  )
}

export async function findSessionPayload(
  db: Db,
  sessionUid: string,
): Promise<Record<string, unknown> | undefined> {
  const row = await db
    .selectFrom('oidc_artifacts')
    .select('payload')
    .where('kind', '=', 'Session')
    .where('session_uid', '=', sessionUid)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.payload
}

/**
 * Uses a code or refresh token up. False when somebody else did: of requests that arrive together
 * exactly one gets true for a code; a refresh token may be used again within its leeway.
 *
 * Kept by: services/iam/src/oidc/provider/codes.test.ts "are redeemed once when ten requests come at once to two processes"
 */
export async function consumeArtifact(
  db: Db,
  kind: ArtifactKind,
  idHash: Buffer,
  successor?: SuccessorHash,
): Promise<boolean> {
  // No leeway must mean null alone: a request that waited for the other's row lock has an earlier
  // now() than the consumed_at it then sees.
  const again = successor === undefined ? sql`false` : inLeeway(successor)
  const { rows } = await sql`
    update oidc_artifacts set consumed_at = coalesce(consumed_at, now())
    where kind = ${kind} and id_hash = ${idHash} and (consumed_at is null or ${again})
    returning 1`.execute(db)
  return rows.length > 0
}

/** @returns whether there was one. */
export async function deleteArtifact(db: Db, kind: ArtifactKind, idHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('oidc_artifacts')
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

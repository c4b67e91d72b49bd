import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/types.ts'

/** What counts as never: longer than anything lives that comes of a session. */
const neverMs = 10 * 24 * 3_600_000

/**
 * Notes that a session is in use: by a sign-in at an application, a refresh, or a request to iam. It may
 * rest from now on as long as the deployment says, or the strictest of the tenants that it is used in,
 * whichever of them it is used in now. A row is written once a minute at most, and one that has rested for
 * too long stays ended.
 *
 * @param grantId Something that came of the session.
 * @param idleMs 0: for ever.
 */
export async function noteActivity(db: Db, grantId: string, idleMs: number): Promise<void> {
  await sql`with ${activityNotes(restOf(grantId, idleMs))} select from wanted`.execute(db)
}

/**
 * The parts of a statement that note activity, for one that does more: they are carried out with it.
 *
 * @param rest Of which session, and how long it may rest: {@link restOf} or {@link restOfNew}.
 */
export const activityNotes = (rest: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    wanted as (
      select session_uid, now() + coalesce(rest, ${neverMs} * interval '1 ms') as idle_at
      from (${rest}) as session
    ), noted as (
      update session_activity a set idle_at = w.idle_at from wanted w
      where a.session_uid = w.session_uid and a.idle_at > now()
        and a.idle_at not between w.idle_at - interval '1 minute' and w.idle_at
    ), first_noted as (
      insert into session_activity (session_uid, idle_at)
      select w.session_uid, w.idle_at from wanted w
      where not exists (select from session_activity a where a.session_uid = w.session_uid)
      on conflict do nothing
    )`

/** Of the session that a grant came of. Null: for ever. */
export const restOf = (grantId: string, idleMs: number): RawBuilder<unknown> => sql`
  select g.session_uid, ${shortest(idleMs)} as rest
  from oidc_grants named join oidc_grants g on g.session_uid = named.session_uid
  join tenants t on t.id = g.tenant_id
  where named.id = ${grantId}
    and (g.id = named.id or (g.ended_at is null and g.expires_at > now()))
  group by g.session_uid`

/** Of a session with a grant that the same statement makes, and that it does not see yet. */
export const restOfNew = (
  { sessionUid, tenantId }: { readonly sessionUid: string; readonly tenantId: string },
  idleMs: number,
): RawBuilder<unknown> => sql`
  select ${sessionUid}::text as session_uid, ${shortest(idleMs)} as rest
  from tenants t
  where t.id = ${tenantId}::uuid or t.id in (
    select g.tenant_id from oidc_grants g
    where g.session_uid = ${sessionUid} and g.ended_at is null and g.expires_at > now())`

const shortest = (idleMs: number) => sql`
  least(nullif(${idleMs}::float8, 0) * interval '1 ms',
    min(t.session_idle_minutes) * interval '1 minute')`

/** For how many minutes a session may rest as things are; null for ever. */
export async function findIdleMinutes(
  db: Db,
  grantId: string,
  idleMs: number,
): Promise<number | null> {
  const { rows } = await sql<{ minutes: number | null }>`
    select extract(epoch from rest)::float8 / 60 as minutes
    from (${restOf(grantId, idleMs)}) as session`.execute(db)
  return rows[0]?.minutes ?? null
}

/** SQL: whether a session has rested for too long, whatever its other limits. */
export const isIdle = (sessionUid: RawBuilder<unknown>) => sql<boolean>`exists (
  select from session_activity activity
  where activity.session_uid = ${sessionUid} and activity.idle_at <= now())`

/** Forgets sessions of which nothing is left; a round of a poll loop. */
export async function deleteOldActivity(db: Db): Promise<number> {
  const deleted = await sql`
    delete from session_activity where ctid in (
      select ctid from session_activity
      where idle_at < now() - ${neverMs} * interval '1 ms' limit 1000)`.execute(db)
  return Number(deleted.numAffectedRows ?? 0n) === 1000 ? 1 : 0
}

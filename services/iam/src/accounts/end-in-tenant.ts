import { sql } from 'kysely'
import { contextOf } from '../core/voucher.ts'
import type { Db } from '../db/types.ts'
import { endGrantsAndNotify, lockSessions } from './session-queries.ts'

/**
 * Ends what users had in one tenant, as when the membership ends: grants, the sessions that its
 * providers vouched for, with what other tenants got from them before, and sign-ins under way there. Other
 * sessions are of the person, and go on, as does all that came from the session `spared`; none has an empty uid.
 *
 * Kept by: services/iam/src/oidc/federation/openid-session.test.ts "takes along what another tenant got from it before"
 * Kept by: services/iam/src/oidc/federation/openid-session.test.ts "ends once, and tells so once, when several end it at once"
 */
export async function endInTenant(
  db: Db,
  tenantId: string,
  users: string | readonly string[],
  spared = '',
): Promise<void> {
  const ids = [users].flat()
  const isTheirs = sql`user_id = any (${ids}::uuid[])`
  const theirs = sql`${isTheirs} and session_uid is distinct from ${spared}`
  const vouched = sql`${theirs} and payload ->> 'acr' = ${contextOf(tenantId)}`
  // The accounts first, as lockGround has it: a notice names them, and would lock them last.
  await sql`select from users where id = any (${ids}::uuid[]) order by id for key share`.execute(db)
  await lockSessions(db, vouched)
  await endGrantsAndNotify(
    db,
    sql`${theirs} and (tenant_id = ${tenantId} or session_uid in (
      select session_uid from oidc_artifacts where kind = 'Session' and ${vouched}))`,
  )
  await sql`
    delete from oidc_artifacts
    where (kind = 'Session' and ${vouched})
      -- Who was vouched for stands in it in one place or another, by page; it always names the tenant.
      or (kind = 'Interaction' and ${isTheirs} and payload::text like ${`%${tenantId}%`})`.execute(
    db,
  )
}

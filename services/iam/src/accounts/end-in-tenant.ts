import { sql } from 'kysely'
import { contextOf } from '../core/voucher.ts'
import type { Db } from '../db/types.ts'
import { endGrantsAndNotify, lockSessions } from './session-queries.ts'

/**
 * Ends what a user had in one tenant, as when the membership ends: grants, the sessions that its
 * providers vouched for, with what other tenants got from them before, and sign-ins under way there. Other
 * sessions are of the person, and go on, as does all that came from the session `spared`; none has an empty uid.
 *
 * Kept by: services/iam/src/oidc/federation/openid-session.test.ts "takes along what another tenant got from it before"
 * Kept by: services/iam/src/oidc/federation/openid-session.test.ts "ends once, and tells so once, when several end it at once"
 */
export async function endInTenant(
  db: Db,
  tenantId: string,
  userId: string,
  spared = '',
): Promise<void> {
  const theirs = sql`user_id = ${userId} and session_uid is distinct from ${spared}`
  const vouched = sql`${theirs} and payload ->> 'acr' = ${contextOf(tenantId)}`
  // The account first, as lockGround has it: a notice names it, and would lock it last.
  await sql`select from users where id = ${userId} for key share`.execute(db)
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
      or (kind = 'Interaction' and user_id = ${userId} and payload::text like ${`%${tenantId}%`})`.execute(
    db,
  )
}

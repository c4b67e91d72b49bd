import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

/** Forgets what has expired; a round of a poll loop. */
export async function deleteExpired(db: Db): Promise<number> {
  const artifacts = await sql`
    delete from oidc_artifacts where ctid in (
      select ctid from oidc_artifacts where expires_at < now() - interval '1 hour' limit 1000)`.execute(
    db,
  )
  const grants = await sql`
    delete from oidc_grants where ctid in (
      select ctid from oidc_grants where expires_at < now() - interval '1 hour' limit 1000)`.execute(
    db,
  )
  const tokens = await sql`
    delete from revoked_tokens where ctid in (
      select ctid from revoked_tokens where expires_at < now() limit 1000)`.execute(db)
  const proofs = await sql`
    delete from dpop_proofs where ctid in (
      select ctid from dpop_proofs where expires_at < now() limit 1000)`.execute(db)
  const sessions = await sql`
    delete from session_tenants where ctid in (
      select ctid from session_tenants where expires_at < now() limit 1000)`.execute(db)
  const counts = [artifacts, grants, tokens, proofs, sessions].map(({ numAffectedRows }) =>
    Number(numAffectedRows ?? 0n),
  )
  return counts.some((count) => count === 1000) ? 1 : 0
}

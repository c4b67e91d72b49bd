import type { Db } from '../../db/types.ts'
import { findArtifact, hashId } from './artifact-queries.ts'

/** Remembers that an access token was revoked, until it would have expired. */
export async function insertRevokedToken(
  db: Db,
  tenantId: string | undefined,
  jti: string,
  expiresAt: Date,
): Promise<void> {
  await db
    .insertInto('revoked_tokens')
    .values({ tenant_id: tenantId ?? null, jti, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('jti').doNothing())
    .execute()
}

/** Whose a refresh token is, however old. */
export interface RefreshTokenOwner {
  readonly grantId: string
  readonly clientId: unknown
}

export async function findRefreshToken(
  db: Db,
  token: string,
): Promise<RefreshTokenOwner | undefined> {
  const row = await findArtifact(db, 'RefreshToken', hashId(token))
  if (row === undefined || row.grantId === null) return undefined
  return { grantId: row.grantId, clientId: row.payload['clientId'] }
}

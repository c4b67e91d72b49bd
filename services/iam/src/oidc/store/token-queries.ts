import type { Db } from '../../db/types.ts'
import { findArtifact, hashId } from './artifact-queries.ts'

/** Remembers that an access token was revoked, until it would have expired. */
export async function insertRevokedToken(db: Db, jti: string, expiresAt: Date): Promise<void> {
  await db
    .insertInto('revoked_tokens')
    .values({ jti, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('jti').doNothing())
    .execute()
}

export async function isRevoked(db: Db, jti: string): Promise<boolean> {
  const row = await db
    .selectFrom('revoked_tokens')
    .select('jti')
    .where('jti', '=', jti)
    .executeTakeFirst()
  return row !== undefined
}

export interface RefreshTokenState {
  readonly grantId: string
  readonly clientId: unknown
  readonly accountId: unknown
  readonly scope: unknown
  readonly iat: unknown
  readonly exp: unknown
  readonly consumed: boolean
}

export async function findRefreshToken(
  db: Db,
  token: string,
): Promise<RefreshTokenState | undefined> {
  const row = await findArtifact(db, 'RefreshToken', hashId(token))
  if (row === undefined || row.grantId === null) return undefined
  const { clientId, accountId, scope, iat, exp } = row.payload
  return { grantId: row.grantId, clientId, accountId, scope, iat, exp, consumed: row.consumed }
}

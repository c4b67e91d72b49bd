import type { Deps } from '../../deps.ts'
import type { UsableClient } from '../store/client-queries.ts'
import { deleteGrant } from '../store/grant-queries.ts'
import { findRefreshToken, insertRevokedToken } from '../store/token-queries.ts'
import { readIssued } from './read-issued.ts'

/**
 * Revokes a token of the client (RFC 7009): a refresh token with its family; an access token for
 * those who introspect it or read the feed of security events. Unknown and foreign tokens are no error and stay as they are.
 *
 * Kept by: services/iam/src/oidc/token/token-state.test.ts "ends a refresh token with its family, for its own client alone"
 */
export async function revoke(
  { db, issuedVerifier }: Deps,
  client: UsableClient,
  token: string,
): Promise<void> {
  const refreshToken = await findRefreshToken(db, token)
  if (refreshToken !== undefined) {
    if (refreshToken.clientId === client.clientId) await deleteGrant(db, refreshToken.grantId)
    return
  }
  const caller = await readIssued(issuedVerifier, token)
  const { jti, exp } = caller?.claims ?? {}
  if (caller?.clientId !== client.clientId || typeof jti !== 'string' || typeof exp !== 'number')
    return
  await insertRevokedToken(db, caller.tenantId, jti, new Date(exp * 1000))
}

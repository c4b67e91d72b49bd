import type { openIdScopes } from '../../core/scopes.ts'
import type { Account, FindAccount } from 'oidc-provider'
import type { IamDatabase } from '../../db/types.ts'
import { extrasOf } from './resource.ts'
import { readBefore } from './token-source.ts'
import {
  findGrantAccount,
  findSignedIn,
  type AccountRow,
  type GrantAccount,
  type SignedInAccount,
} from '../store/account-queries.ts'

export interface IamAccount extends Account {
  readonly row: AccountRow
  /** The grant's tenant and permissions, when found for a token. */
  readonly granted?: GrantAccount
  /** Where they may go on, when found for a session. */
  readonly signedIn?: SignedInAccount
}

/**
 * Finds the account of a session together with the tenants it may go on in, or of a token together with what it may do in
 * its tenant now.
 */
export function createFindAccount(db: IamDatabase): FindAccount {
  return async ({ oidc: { client, session } }, userId, token): Promise<IamAccount | undefined> => {
    const scopes = client === undefined ? [] : extrasOf(client).granted_scopes
    const grantId = token !== undefined && 'grantId' in token ? token.grantId : undefined
    if (grantId === undefined) {
      if (client === undefined || session === undefined)
        throw new Error('an account is looked for by its session, for an application')
      const asked = { userId, clientId: client.clientId, sessionUid: session.uid }
      const row = await findSignedIn(db, asked)
      return row === undefined ? undefined : { ...toAccount(row, scopes), signedIn: row }
    }
    const before = readBefore.account(grantId)
    const row = before === undefined ? await findGrantAccount(db, grantId) : before
    return row?.id === userId ? { ...toAccount(row, scopes), granted: row } : undefined
  }
}

// A refresh token keeps the scopes of its code; the application may have fewer by now.
const toAccount = (row: AccountRow, scopes: readonly string[]) => ({
  accountId: row.id,
  row,
  claims: () => ({ ...claimsFor(row, scopes), sub: row.id }),
})

/** Of the claims about a person those that scopes give. */
export function claimsFor(row: AccountRow, scopes: readonly string[]): Record<string, unknown> {
  const shown = new Set<string>(
    Object.entries(claimsOfScope).flatMap(([scope, claims]) =>
      scopes.includes(scope) ? claims : [],
    ),
  )
  return Object.fromEntries(Object.entries(userClaims(row)).filter(([name]) => shown.has(name)))
}

/** Claims about a person (OpenID Connect Core section 5.1); the library keeps those of the scopes. */
function userClaims(row: AccountRow): { sub: string; [claim: string]: unknown } {
  return {
    sub: row.id,
    name: row.displayName,
    preferred_username: row.username,
    // By what is not proven a client must not link accounts.
    ...(row.email === null ? {} : { email: row.email, email_verified: row.emailVerified }),
  }
}

export const claimsOfScope = {
  openid: ['sub', 'sid', 'acr', 'amr', 'auth_time'],
  profile: ['name', 'preferred_username'],
  email: ['email', 'email_verified'],
} as const satisfies Record<
  Exclude<(typeof openIdScopes)[number], 'offline_access'>,
  readonly string[]
>

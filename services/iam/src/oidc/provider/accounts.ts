import type { openIdScopes } from '../../core/scopes.ts'
import type { Account, FindAccount } from 'oidc-provider'
import type { IamDatabase } from '../../db/types.ts'
import {
  findActiveAccount,
  findGrantAccount,
  type AccountRow,
  type GrantAccount,
} from '../store/account-queries.ts'

export interface IamAccount extends Account {
  readonly row: AccountRow
  /** The grant's tenant and permissions, when found for a token. */
  readonly granted: GrantAccount | undefined
}

/** Finds the account of a session, or of a token together with what it may do in its tenant now. */
export function createFindAccount(db: IamDatabase): FindAccount {
  return async (_ctx, userId, token): Promise<IamAccount | undefined> => {
    const grantId = token !== undefined && 'grantId' in token ? token.grantId : undefined
    if (grantId === undefined) {
      const row = await findActiveAccount(db, userId)
      return row === undefined ? undefined : toAccount(row, undefined)
    }
    const row = await findGrantAccount(db, grantId)
    return row?.id === userId ? toAccount(row, row) : undefined
  }
}

function toAccount(row: AccountRow, granted: GrantAccount | undefined): IamAccount {
  return { accountId: row.id, row, granted, claims: () => userClaims(row) }
}

/** Claims about a person (OpenID Connect Core section 5.1); the library keeps those of the scopes. */
export function userClaims(row: AccountRow): { sub: string; [claim: string]: unknown } {
  return {
    sub: row.id,
    name: row.displayName,
    preferred_username: row.username,
    // Nobody has proven the address yet; a client must not link accounts by it.
    ...(row.email === null ? {} : { email: row.email, email_verified: false }),
  }
}

export const claimsOfScope = {
  openid: ['sub', 'sid', 'amr'],
  profile: ['name', 'preferred_username'],
  email: ['email', 'email_verified'],
} as const satisfies Record<
  Exclude<(typeof openIdScopes)[number], 'offline_access'>,
  readonly string[]
>

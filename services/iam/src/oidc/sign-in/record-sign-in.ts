import type { IamDatabase } from '../../db/types.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import { listTenantsOf } from '../store/account-queries.ts'

export interface SignInRecord {
  /** Undefined for an unknown account. */
  readonly userId: string | undefined
  readonly outcome: 'success' | 'failure'
  readonly address: string
  /** How (RFC 8176): what was right, or what was not. */
  readonly amr?: readonly string[]
  /** The identity provider of a tenant that vouched. */
  readonly providerId?: string
}

/**
 * Records a sign-in or a failure for the administrators of each tenant of the account. What was
 * typed for an unknown account is not kept: it may be a password in the wrong field.
 */
export async function recordSignIn(
  db: IamDatabase,
  { userId, outcome, address, amr, providerId }: SignInRecord,
  at: Date,
): Promise<void> {
  const tenants = userId === undefined ? [] : await listTenantsOf(db, userId)
  const places = tenants.length === 0 ? [undefined] : tenants.map(({ id }) => id)
  const actor =
    outcome === 'success'
      ? { actorKind: 'user' as const, actorId: userId }
      : { actorKind: 'anonymous' as const }
  for (const tenantId of places) {
    await insertAuditEvent(
      db,
      {
        action: 'user.sign_in',
        outcome,
        tenantId,
        ...actor,
        targetKind: 'user',
        targetId: userId,
        address,
        details: {
          ...(amr === undefined ? {} : { amr }),
          ...(providerId === undefined ? {} : { providerId }),
        },
      },
      at,
    )
  }
}

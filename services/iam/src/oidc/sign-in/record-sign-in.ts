import type { IamDatabase } from '../../db/types.ts'
import { insertAuditEvents } from '../../audit/entries.ts'
import { listTenantsOf } from '../store/account-queries.ts'

export interface SignInRecord {
  /** Undefined for an unknown account. */
  readonly userId: string | undefined
  readonly action?: 'user.sign_in' | 'user.initial_password_expired'
  readonly outcome: 'success' | 'failure'
  readonly address: string
  /** How (RFC 8176): what was right, or what was not. */
  readonly amr?: readonly string[]
  /** The identity provider of a tenant that vouched. */
  readonly providerId?: string
}

/** Nobody: asked about for a name that no account has, so that it costs what a known one does. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Records a sign-in or a failure for the administrators of each tenant of the account. What was
 * typed for an unknown account is not kept: it may be a password in the wrong field. Two statements,
 * whether there is an account or not: the time does not tell.
 *
 * Kept by: services/iam/src/oidc/sign-in/guessing.test.ts "that exists costs as many statements as one that does not"
 */
export async function recordSignIn(
  db: IamDatabase,
  { action = 'user.sign_in', userId, outcome, address, amr, providerId }: SignInRecord,
  at: Date,
): Promise<void> {
  const tenants = await listTenantsOf(db, userId ?? nobody)
  const places = tenants.length === 0 ? [undefined] : tenants.map(({ id }) => id)
  const actor =
    outcome === 'success'
      ? { actorKind: 'user' as const, actorId: userId }
      : { actorKind: 'anonymous' as const }
  const entries = places.map((tenantId) => ({
    action,
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
  }))
  await insertAuditEvents(db, entries, at)
}

import type { IamDatabase } from '../../db/types.ts'
import { insertAuditEvents, type AuditEntry } from '../../audit/entries.ts'
import { listTenantsOf } from '../store/account-queries.ts'

export interface SignInRecord {
  /** Undefined for an unknown account. */
  readonly userId: string | undefined
  readonly action?: 'user.sign_in' | 'user.initial_password_expired'
  readonly outcome: 'success' | 'failure'
  readonly address: string
  /** How (RFC 8176): what was right, or what was not. */
  readonly amr?: readonly string[]
  /** A recovery code stood for the second factor: the tokens do not tell it from another code. */
  readonly recoveryCode?: boolean
  /** The identity provider of a tenant that vouched. */
  readonly providerId?: string
}

/** Nobody: asked about for a name that no account has, so that it costs what a known one does. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Records a sign-in or a failure for the administrators of each tenant of the account. Two statements,
 * whether there is an account or not: the time does not tell.
 */
export async function recordSignIn(db: IamDatabase, record: SignInRecord, at: Date): Promise<void> {
  const tenants = await listTenantsOf(db, record.userId ?? nobody)
  const tenantIds = tenants.map(({ id }) => id)
  await insertAuditEvents(db, entriesOf(record, tenantIds), at)
}

/**
 * What is recorded of a sign-in or a failure, for each tenant of the account. What was typed for an unknown account is not
 * kept: it may be a password in the wrong field.
 */
export function entriesOf(
  {
    action = 'user.sign_in',
    userId,
    outcome,
    address,
    amr,
    recoveryCode,
    providerId,
  }: SignInRecord,
  tenantIds: readonly string[],
): AuditEntry[] {
  const places = tenantIds.length === 0 ? [undefined] : tenantIds
  const actor =
    outcome === 'success'
      ? { actorKind: 'user' as const, actorId: userId }
      : { actorKind: 'anonymous' as const }
  return places.map((tenantId) => ({
    action,
    outcome,
    tenantId,
    ...actor,
    targetKind: 'user',
    targetId: userId,
    address,
    details: {
      ...(amr === undefined ? {} : { amr }),
      ...(recoveryCode === true ? { recoveryCode } : {}),
      ...(providerId === undefined ? {} : { providerId }),
    },
  }))
}

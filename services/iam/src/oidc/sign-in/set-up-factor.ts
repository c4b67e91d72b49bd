import { inTransaction } from '@countersign/service-kit/transaction'
import { insertAuditEvents } from '../../audit/entries.ts'
import type { Tx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { insertPasskey, type NewPasskey } from '../../second-factor/passkey-queries.ts'
import { beginTotp, confirmTotp } from '../../second-factor/queries.ts'
import { issueFirstRecoveryCodes } from '../../second-factor/recovery.ts'
import { lockAccount, readMfaState } from '../../second-factor/state-queries.ts'
import { listTenantsOf } from '../store/account-queries.ts'

/** Whose sign-in it is, and from where. */
interface Owner {
  readonly userId: string
  readonly address: string
}

/** `recoveryCodes`: shown once, with the very first factor. */
export type Added = { readonly recoveryCodes: readonly string[] | undefined } | 'not_first'

/**
 * Adds codes to an account that has no second factor. Of two windows at once the first one wins: the
 * other would add a factor to an account that has one, without asking for it.
 */
export function addFirstTotp(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  owner: Owner,
  sealedSecret: string,
  step: number,
): Promise<Added> {
  const { userId } = owner
  return inTransaction(db, async (tx): Promise<Added> => {
    await lockAccount(tx, userId)
    if ((await readMfaState(tx, userId)).enabled) return 'not_first'
    if (!(await beginTotp(tx, userId, sealedSecret, now()))) return 'not_first'
    if (!(await confirmTotp(tx, userId, sealedSecret, step, now()))) return 'not_first'
    await record(tx, owner, 'user.totp_added', now())
    return { recoveryCodes: await issueFirstRecoveryCodes(tx, userId) }
  })
}

/** The same with a passkey. */
export function addFirstPasskey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  owner: Owner,
  passkey: Omit<NewPasskey, 'userId'>,
): Promise<Added> {
  const { userId } = owner
  return inTransaction(db, async (tx): Promise<Added> => {
    await lockAccount(tx, userId)
    if ((await readMfaState(tx, userId)).enabled) return 'not_first'
    if ((await insertPasskey(tx, { userId, ...passkey }, now())) === undefined) return 'not_first'
    await record(tx, owner, 'user.passkey_added', now())
    return { recoveryCodes: await issueFirstRecoveryCodes(tx, userId) }
  })
}

// Before any tenant is chosen for good, it concerns each of them.
async function record(tx: Tx, { userId, address }: Owner, action: string, at: Date): Promise<void> {
  const tenants = await listTenantsOf(tx, userId)
  const entries = tenants.map(({ id: tenantId }) => ({
    action,
    tenantId,
    actorKind: 'user' as const,
    actorId: userId,
    targetKind: 'user',
    targetId: userId,
    address,
    details: { duringSignIn: true },
  }))
  await insertAuditEvents(tx, entries, at)
}

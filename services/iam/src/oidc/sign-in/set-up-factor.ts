import { inTransaction } from '@countersign/service-kit/transaction'
import { hasSession } from '../../accounts/session-queries.ts'
import { insertAuditEvents } from '../../audit/entries.ts'
import { takeTurns } from '../../authority/queries.ts'
import type { Tx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { insertPasskey, type NewPasskey } from '../../second-factor/passkey-queries.ts'
import { beginTotp, confirmTotp } from '../../second-factor/queries.ts'
import { issueFirstRecoveryCodes } from '../../second-factor/recovery.ts'
import { lockAccount, readMfaState } from '../../second-factor/state-queries.ts'
import { listTenantsOf } from '../store/account-queries.ts'

/** Whose sign-in it is, in which session, and from where. */
interface Owner {
  readonly userId: string
  readonly sessionUid: string
  readonly address: string
}

/** `recoveryCodes`: shown once, with the very first factor. */
export type Added =
  | { readonly recoveryCodes: readonly string[] | undefined }
  /** There is one by now, or the session has ended: with it goes what the page could do. */
  | 'not_first'

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
    if (!(await isFirst(tx, owner))) return 'not_first'
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
    if (!(await isFirst(tx, owner))) return 'not_first'
    if ((await insertPasskey(tx, { userId, ...passkey }, now())) === undefined) return 'not_first'
    await record(tx, owner, 'user.passkey_added', now())
    return { recoveryCodes: await issueFirstRecoveryCodes(tx, userId) }
  })
}

async function isFirst(tx: Tx, { userId, sessionUid }: Owner): Promise<boolean> {
  // In turns with a reset, which ends the session that this page was shown in.
  await takeTurns(tx, { ids: [userId], alone: [true] })
  await lockAccount(tx, userId)
  const { enabled } = await readMfaState(tx, userId)
  return !enabled && (await hasSession(tx, userId, sessionUid))
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

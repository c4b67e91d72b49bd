import { inTransaction } from '@countersign/service-kit/transaction'
import type { PasswordFault } from '../../core/passwords.ts'
import type { Deps } from '../../deps.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import { hashBehindLink, type NotNow } from '../../passwords/behind-link.ts'
import {
  getPasswordState,
  listNamesOf,
  lockMustChange,
  setPassword,
} from '../../passwords/queries.ts'
import { endOtherSessionsOf, hasSession } from '../../accounts/session-queries.ts'
import { takeTurns } from '../../authority/queries.ts'
import { judgePassword } from '../../passwords/strength.ts'
import { listTenantsOf } from '../store/account-queries.ts'

export type ChangeFault = PasswordFault | 'same'

export type FirstChange =
  | { readonly kind: 'changed' }
  | { readonly kind: 'refused'; readonly fault: ChangeFault }
  | NotNow
  /** Somebody was quicker: nothing has to be changed any more. */
  | { readonly kind: 'over' }

/**
 * Stores the password that the owner chose instead of the first one. Who else knew the first one
 * is out: every other session ends, and so does every sign-in under way outside of this one.
 */
export async function changeFirstPassword(
  deps: Pick<Deps, 'db' | 'hasher' | 'line' | 'now'>,
  { userId, sessionUid, address }: { userId: string; sessionUid: string; address: string },
  password: string,
): Promise<FirstChange> {
  const { db, hasher, now } = deps
  const state = await getPasswordState(db, userId)
  const fault = await judgePassword(password, state.username, await listNamesOf(db, userId))
  if (fault !== undefined) return { kind: 'refused', fault }
  // Counted: else the present password, which answers `same` each time, would keep every core busy.
  const hashed = await hashBehindLink(deps, userId, address, async () =>
    (await hasher.matches(state.passwordHash, password)) ? undefined : hasher.hash(password),
  )
  if (hashed.kind !== 'hashed') return hashed
  const passwordHash = hashed.value
  if (passwordHash === undefined) return { kind: 'refused', fault: 'same' }
  return inTransaction(db, async (tx): Promise<FirstChange> => {
    await takeTurns(tx, { ids: [userId], alone: [true] })
    // A reset may have ended the session that this page was shown in, and ask for another password itself.
    const isOwners =
      (await lockMustChange(tx, userId)) && (await hasSession(tx, userId, sessionUid))
    if (!isOwners) return { kind: 'over' }
    await setPassword(tx, userId, { passwordHash, mustChange: false, at: now() })
    await endOtherSessionsOf(tx, userId, sessionUid)
    const entry = {
      action: 'user.password_changed',
      actorKind: 'user',
      actorId: userId,
      targetKind: 'user',
      targetId: userId,
      address,
    } as const
    // Like a sign-in, it is before any tenant is chosen, and concerns each of them.
    for (const { id: tenantId } of await listTenantsOf(tx, userId))
      await insertAuditEvent(tx, { ...entry, tenantId }, now())
    return { kind: 'changed' }
  })
}

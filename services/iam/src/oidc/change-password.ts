import { inTransaction } from '@countersign/service-kit/transaction'
import type { PasswordFault } from '../core/passwords.ts'
import type { Deps } from '../deps.ts'
import { insertAuditEvent } from '../features/audit/queries.ts'
import { judgePassword } from '../password-strength.ts'
import { getPasswordState, setPassword } from '../features/users/password-queries.ts'

export type ChangeFault = PasswordFault | 'same'

/**
 * Stores a password the user chose. Answers the fault, or undefined when it is done. Runs twice
 * with the same result: the second finds it the present one.
 */
export async function changeOwnPassword(
  { db, hasher, now }: Pick<Deps, 'db' | 'hasher' | 'now'>,
  userId: string,
  password: string,
  address: string,
): Promise<ChangeFault | undefined> {
  const state = await getPasswordState(db, userId)
  const fault = await judgePassword(password, state.username)
  if (fault !== undefined) return fault
  if (await hasher.matches(state.passwordHash, password)) return 'same'
  const passwordHash = await hasher.hash(password)
  await inTransaction(db, async (tx) => {
    await setPassword(tx, userId, { passwordHash, mustChange: false, at: now() })
    await insertAuditEvent(
      tx,
      {
        action: 'user.password_changed',
        actorKind: 'user',
        actorId: userId,
        targetKind: 'user',
        targetId: userId,
        address,
      },
      now(),
    )
  })
  return undefined
}

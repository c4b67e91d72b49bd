import { bucketOf, clearAttempts } from '../../passwords/attempt-queries.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import type { Claimant } from '../../authority/claimant.ts'
import { recordRefusal } from './record-refusal.ts'
import { refuseTooMany } from './refuse-too-many.ts'
import { digestOf } from '../../accounts/user-queries.ts'
import { getPasswordState } from '../../passwords/queries.ts'

/**
 * Asks for the current password before what guards the account changes: a token that leaked must
 * not be enough. Tries are slowed down and recorded as at sign-in. Answers the user name, and which password it was.
 *
 * @throws `iam.password_wrong` (403), `iam.too_many_tries` (429).
 */
export async function requirePassword(
  deps: Pick<Deps, 'db' | 'hasher' | 'now'>,
  claimant: Claimant,
  current: string,
): Promise<{ username: string; passwordDigest: string }> {
  const { userId } = claimant
  const bucket = bucketOf('me', userId)
  await refuseTooMany(deps, bucket)
  const state = await getPasswordState(deps.db, userId)
  const { username, passwordHash } = state
  const fits = await deps.hasher.matches(passwordHash, current)
  if (!fits || passwordHash === null) {
    await recordRefusal(deps, claimant, 'password')
    throw wrongPassword()
  }
  await clearAttempts(deps.db, bucket)
  return { username, passwordDigest: digestOf(passwordHash) }
}

export const wrongPassword = () =>
  problems.password_wrong({
    errors: [{ pointer: '/currentPassword', code: 'wrong', detail: 'is not the current password' }],
  })

import { findMember, listPermissionsOf } from '../accounts/member-queries.ts'
import { belongsElsewhere, holdsPlatformPermissions } from '../accounts/user-queries.ts'
import { isPlatformAdmin } from '../actor.ts'
import type { Db } from '../db/types.ts'
import type { PasswordLink } from '../mail/link-queries.ts'

/**
 * Whether who made a link to a password could make it now: the rule of `lockOwnAccount`, asked again.
 * One that the owner asked for needs nobody. Decides only under the turn of the tenant and the lock of
 * the account, since then nobody changes the answer.
 *
 * Kept by: services/iam/src/features/users/password-link.test.ts "waits for a demotion of its maker that is under way"
 */
export async function isStillWarranted(
  db: Db,
  { purpose, userId, createdBy, madeIn }: PasswordLink,
): Promise<boolean> {
  if (purpose === 'reset') return true
  if (createdBy === null || madeIn === null) return false
  const permissions = await listPermissionsOf(db, madeIn, createdBy)
  if (!permissions.includes('iam:user:write')) return false
  if ((await findMember(db, madeIn, userId)) === undefined) return false
  if (isPlatformAdmin({ permissions })) return true
  if (await belongsElsewhere(db, madeIn, userId)) return false
  return !(await holdsPlatformPermissions(db, userId))
}

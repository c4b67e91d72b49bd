import { sql, type RawBuilder } from 'kysely'
import { hasPassword } from '../../passwords/queries.ts'

/**
 * What something new of a sign-in rests on: the session that it came with, or a sign-in that this
 * request ends. Other ways to sign in than by our password have no digest; an account that is
 * signed out everywhere may sign in by them anew at once.
 */
export type Ground =
  | { readonly kind: 'session'; readonly userId: string; readonly sessionUid: string }
  | {
      readonly kind: 'sign_in'
      readonly userId: string
      /** Of the stored hash that the typed password was compared with. */
      readonly passwordDigest: string | undefined
    }

/**
 * SQL that finds a row while the ground holds. The lock makes what takes the ground away, a reset or
 * an end of the session, and the statement that stores something on it take turns: who waited for a
 * reset finds nothing.
 *
 * Kept by: services/iam/src/oidc/sign-in/reset-meanwhile.test.ts "ends with the password that it began with"
 */
export function lockGround(ground: Ground): RawBuilder<unknown> {
  if (ground.kind === 'session')
    return sql`
      select 1 from oidc_artifacts
      where kind = 'Session' and session_uid = ${ground.sessionUid} and user_id = ${ground.userId}::uuid
      for key share`
  return sql`
    select 1 from users
    where id = ${ground.userId}::uuid and status = 'active' and ${hasPassword(ground.passwordDigest)}
    for share`
}

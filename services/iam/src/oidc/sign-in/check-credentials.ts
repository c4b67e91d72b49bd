import { placeOf } from '@countersign/service-kit/client-place'
import { insertAuditEvents } from '../../audit/entries.ts'
import { findCredentials } from '../../passwords/attempt-queries.ts'
import type { IamDatabase } from '../../db/types.ts'
import type { PasswordHasher } from '../../passwords/hasher.ts'
import type { SignInLine } from '../../passwords/line.ts'
import { digestOf } from '../../accounts/user-queries.ts'
import { countTry, forgetTry, type Try } from '../../passwords/throttle.ts'
import type { Device } from './known-device.ts'
import { entriesOf } from './record-sign-in.ts'

export interface CredentialDeps {
  readonly db: IamDatabase
  readonly hasher: PasswordHasher
  readonly line: SignInLine
  readonly now: () => Date
}

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly address: string
  /** A browser that signed in before, with the accounts it signed in to. */
  readonly device: Device | undefined
}

/** Whose password was right, and which: it may be changed before the sign-in has come to its end. */
export interface Verified {
  readonly userId: string
  readonly passwordDigest: string
}

export type CredentialsResult =
  /** `locale`: in which the account signed in before. */
  | ({ readonly kind: 'signed_in'; readonly locale: string | null } & Verified)
  /** The password was right; nothing is recorded before the second factor is. */
  | ({ readonly kind: 'second_factor' } & Verified)
  | { readonly kind: 'refused' }
  /** It was right, but somebody else chose it, and too long ago. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'wait'; readonly seconds: number }
  /** So many passwords are being looked at that this one is not. */
  | { readonly kind: 'busy'; readonly seconds: number }

/**
 * Checks credentials, in a short line that answers busy rather than late. Tries are counted before
 * the password is looked at; a device that signed in to the account before goes first in the line
 * and has a count of its own, so that guessing elsewhere cannot lock its owner out. Unknown,
 * disabled and wrong all take the same time and the same queries, and answer the same.
 *
 * Kept by: services/iam/src/oidc/sign-in/guessing.test.ts "that exists costs as many statements as one that does not"
 * Kept by: services/iam/src/oidc/hostile.test.ts "an unknown, a disabled and a passwordless account take one hash and the same words"
 */
export async function checkCredentials(
  deps: CredentialDeps,
  credentials: Credentials,
): Promise<CredentialsResult> {
  const name = credentials.username.trim().toLowerCase()
  const { address, device } = credentials
  const account = await findCredentials(deps.db, name)
  const knownDevice =
    account !== undefined && device?.knows.includes(account.id) ? device.id : undefined
  const leave = await deps.line.enter({
    place: placeOf(address),
    isKnown: knownDevice !== undefined,
  })
  if (leave === undefined) return { kind: 'busy', seconds: 1 }
  try {
    return await compare(deps, account, credentials.password, {
      of: 'iam',
      name,
      address,
      knownDevice,
    })
  } finally {
    leave()
  }
}

async function compare(
  { db, hasher, now }: CredentialDeps,
  account: Awaited<ReturnType<typeof findCredentials>>,
  password: string,
  typed: Try,
): Promise<CredentialsResult> {
  const { address } = typed
  const seconds = await countTry(db, typed, now())
  if (seconds !== undefined) return { kind: 'wait', seconds }
  const fits = await hasher.matches(account?.passwordHash, password)
  const { id: userId, tenantIds = [] } = account ?? {}
  if (!fits || account?.status !== 'active' || account.passwordHash === null) {
    const failed = entriesOf({ userId, outcome: 'failure', address }, tenantIds)
    await insertAuditEvents(db, failed, now())
    return { kind: 'refused' }
  }
  const { passwordExpiresAt, hasSecondFactor } = account
  const verified = { userId: account.id, passwordDigest: digestOf(account.passwordHash) }
  if (passwordExpiresAt !== null && passwordExpiresAt <= now()) {
    const action = 'user.initial_password_expired'
    const expired = entriesOf({ action, userId, outcome: 'failure', address }, tenantIds)
    await forgetTry(db, typed, now(), expired)
    return { kind: 'expired' }
  }
  if (hasSecondFactor) {
    await forgetTry(db, typed, now())
    return { kind: 'second_factor', ...verified }
  }
  const signedIn = entriesOf({ userId, outcome: 'success', address, amr: ['pwd'] }, tenantIds)
  await forgetTry(db, typed, now(), signedIn)
  return { kind: 'signed_in', ...verified, locale: account.locale }
}

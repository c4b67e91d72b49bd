import { inTransaction } from '@countersign/service-kit/transaction'
import { bucketOf, clearAttempts, findCredentials } from '../../passwords/attempt-queries.ts'
import type { IamDatabase } from '../../db/types.ts'
import type { PasswordHasher } from '../../passwords/hasher.ts'
import { slowDown } from '../../passwords/throttle.ts'
import { recordSignIn } from './record-sign-in.ts'

export interface CredentialDeps {
  readonly db: IamDatabase
  readonly hasher: PasswordHasher
  readonly now: () => Date
}

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly address: string
  /** A browser that signed in before, with the accounts it signed in to. */
  readonly device: { readonly id: string; readonly userIds: readonly string[] } | undefined
}

export type CredentialsResult =
  | { readonly kind: 'signed_in'; readonly userId: string }
  /** The password was right; nothing is recorded before the second factor is. */
  | { readonly kind: 'second_factor'; readonly userId: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'wait'; readonly seconds: number }

/**
 * Checks credentials. Tries are counted per account and address; a browser that signed in to the
 * account before has a count of its own, so that guessing elsewhere cannot lock its owner out.
 * Unknown, disabled and wrong all take the same time and answer the same.
 *
 * Kept by: services/iam/src/oidc/hostile.test.ts "an unknown, a disabled and a passwordless account take one hash and the same words"
 */
export async function checkCredentials(
  { db, hasher, now }: CredentialDeps,
  credentials: Credentials,
): Promise<CredentialsResult> {
  const username = credentials.username.trim().toLowerCase()
  const { address, device } = credentials
  const account = await findCredentials(db, username)
  const knownDevice =
    account !== undefined && device?.userIds.includes(account.id) ? device.id : undefined
  const bucket =
    knownDevice === undefined
      ? bucketOf('address', username, address)
      : bucketOf('device', username, knownDevice)
  const seconds = await inTransaction(db, (tx) => slowDown(tx, bucket, now()))
  if (seconds !== undefined) return { kind: 'wait', seconds }
  const fits = await hasher.matches(account?.passwordHash, credentials.password)
  if (!fits || account?.status !== 'active') {
    await recordSignIn(db, { userId: account?.id, outcome: 'failure', address }, now())
    return { kind: 'refused' }
  }
  await clearAttempts(db, bucket)
  if (account.hasSecondFactor) return { kind: 'second_factor', userId: account.id }
  await recordSignIn(db, { userId: account.id, outcome: 'success', address, amr: ['pwd'] }, now())
  return { kind: 'signed_in', userId: account.id }
}

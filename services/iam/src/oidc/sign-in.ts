import { inTransaction } from '@countersign/service-kit/transaction'
import { accountAtAddress } from '../core/throttle.ts'
import type { IamDatabase } from '../db/types.ts'
import { insertAuditEvent } from '../features/audit/queries.ts'
import type { PasswordHasher } from '../password-hasher.ts'
import { listTenantsOf } from './account-queries.ts'
import { bucketOf, clearAttempts, findCredentials, reserveAttempt } from '../attempt-queries.ts'

export interface SignInDeps {
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

export type SignInResult =
  | { readonly kind: 'signed_in'; readonly userId: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'wait'; readonly seconds: number }

/**
 * Checks credentials. Tries are counted per account and address; a browser that signed in to the
 * account before has a count of its own, so that guessing elsewhere cannot lock its owner out.
 * Unknown, disabled and wrong all take the same time and answer the same.
 */
export async function signIn(
  { db, hasher, now }: SignInDeps,
  credentials: Credentials,
): Promise<SignInResult> {
  const username = credentials.username.trim().toLowerCase()
  const { address, device } = credentials
  const account = await findCredentials(db, username)
  const knownDevice =
    account !== undefined && device?.userIds.includes(account.id) ? device.id : undefined
  const bucket =
    knownDevice === undefined
      ? bucketOf('address', username, address)
      : bucketOf('device', username, knownDevice)
  const at = now()
  const blockedUntil = await inTransaction(db, (tx) =>
    reserveAttempt(tx, bucket, accountAtAddress, at),
  )
  if (blockedUntil !== undefined) {
    return {
      kind: 'wait',
      seconds: Math.max(1, Math.ceil((blockedUntil.getTime() - at.getTime()) / 1000)),
    }
  }
  const fits = await hasher.matches(account?.passwordHash, credentials.password)
  if (!fits || account?.status !== 'active') {
    await recordSignIn(db, account?.id, 'failure', address, now())
    return { kind: 'refused' }
  }
  await clearAttempts(db, bucket)
  await recordSignIn(db, account.id, 'success', address, now())
  return { kind: 'signed_in', userId: account.id }
}

// Seen by the administrators of each tenant of the account. What was typed for an unknown account
// is not kept: it may be a password in the wrong field.
async function recordSignIn(
  db: IamDatabase,
  userId: string | undefined,
  outcome: 'success' | 'failure',
  address: string,
  at: Date,
): Promise<void> {
  const tenants = userId === undefined ? [] : await listTenantsOf(db, userId)
  const places = tenants.length === 0 ? [undefined] : tenants.map(({ id }) => id)
  for (const tenantId of places) {
    const actor =
      outcome === 'success'
        ? { actorKind: 'user' as const, actorId: userId }
        : { actorKind: 'anonymous' as const }
    await insertAuditEvent(
      db,
      {
        action: 'user.sign_in',
        outcome,
        tenantId,
        ...actor,
        targetKind: 'user',
        targetId: userId,
        address,
      },
      at,
    )
  }
}

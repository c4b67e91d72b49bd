import { isForeignKeyViolation, isUniqueViolation } from '@countersign/service-kit/db'
import { inTransaction } from '@countersign/service-kit/transaction'
import { holdPassword, holdsPlatformPermissions } from '../../accounts/user-queries.ts'
import type { Tx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import { insertLink } from '../../features/federation/queries.ts'
import { findMember } from '../../accounts/member-queries.ts'
import { findActiveAccount } from '../store/account-queries.ts'
import type { FirstFactor, UpstreamIdentity } from '../provider/first-factor.ts'

/**
 * Whether a provider of one tenant may say that somebody is this account: not for one that is
 * disabled, and not for one that may act past the tenant. Whoever runs the provider would run the
 * platform.
 *
 * Kept by: services/iam/src/oidc/federation/openid.test.ts "is believed about nobody who runs the platform, whoever linked them"
 */
export async function mayBeVouchedFor(tx: Tx, userId: string): Promise<boolean> {
  if ((await findActiveAccount(tx, userId)) === undefined) return false
  return !(await holdsPlatformPermissions(tx, userId))
}

/** Whether the account could be connected with an identity of the provider. */
export function canLink(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { tenantId }: UpstreamIdentity,
): Promise<boolean> {
  return inTransaction(
    db,
    async (tx) =>
      (await findMember(tx, tenantId, userId)) !== undefined && (await mayBeVouchedFor(tx, userId)),
  )
}

/**
 * Connects an identity with the account whose password, and second factor, was just right. Does
 * nothing where either is connected otherwise by now: who signed in is signed in. Nor where the
 * account has another password by now: then nobody is.
 */
export async function linkIdentity(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, passwordDigest, link }: FirstFactor,
  address: string,
): Promise<void> {
  if (link === undefined) return
  const { tenantId, providerId, subject } = link
  try {
    await inTransaction(db, async (tx) => {
      if (!(await holdPassword(tx, userId, passwordDigest))) return
      if (!(await mayBeVouchedFor(tx, userId))) return
      await insertLink(tx, { tenantId, providerId, userId, subject, origin: 'user' }, now())
      await insertAuditEvent(
        tx,
        {
          action: 'user.identity_linked',
          tenantId,
          actorKind: 'user',
          actorId: userId,
          targetKind: 'user',
          targetId: userId,
          address,
          details: { providerId, subject, origin: 'user' },
        },
        now(),
      )
    })
  } catch (error) {
    if (!isUniqueViolation(error) && !isForeignKeyViolation(error)) throw error
  }
}

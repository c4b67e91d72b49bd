import { inTransaction } from '@countersign/service-kit/transaction'
import { listTenantIdsOf } from '../accounts/user-queries.ts'
import { insertAuditEvents } from '../audit/entries.ts'
import { resetBudget } from '../core/mail.ts'
import type { Tx } from '../db/types.ts'
import type { Deps } from '../deps.ts'
import { insertLink } from '../mail/link-queries.ts'
import { enqueueMail } from '../mail/outbox-queries.ts'
import { bucketOf } from './attempt-queries.ts'
import { spend } from './budget-queries.ts'
import {
  holdResettable,
  takeResetRequests,
  type Resettable,
  type ResetRequest,
} from './reset-queries.ts'

const requestsAtOnce = 20

/** Answers some of those who asked; a round of a poll loop. */
export function answerResetRequests(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const requests = await takeResetRequests(tx, requestsAtOnce)
    const at = deps.now()
    // Accounts in one order: two workers do not wait for each other.
    const asked = requests
      .flatMap((request) => request.userIds.map((userId) => ({ userId, request })))
      .toSorted((a, b) => a.userId.localeCompare(b.userId))
    for (const { userId, request } of asked) await answer(tx, userId, request, at)
    return requests.length
  })
}

type Answered = 'sent' | 'sign_in_elsewhere' | 'disabled' | 'no_verified_address' | 'too_many'

async function answer(tx: Tx, userId: string, { address }: ResetRequest, now: Date): Promise<void> {
  const tenantIds = await listTenantIdsOf(tx, userId)
  const answered = await write(tx, userId, await holdResettable(tx, userId), tenantIds, now)
  const entry = {
    action: 'user.password_reset_asked',
    outcome: answered === 'sent' ? 'success' : 'failure',
    actorKind: 'anonymous',
    targetKind: 'user',
    targetId: userId,
    address,
    details: { answered },
  } as const
  const places = tenantIds.length === 0 ? [undefined] : tenantIds
  await insertAuditEvents(
    tx,
    places.map((tenantId) => ({ ...entry, tenantId })),
    now,
  )
}

/**
 * An address that nobody has proven gets nothing. An account that signs in elsewhere and has no
 * password here is told so, and gets none this way: whoever disables it there would be passed by.
 */
async function write(
  tx: Tx,
  userId: string,
  account: Resettable | undefined,
  tenantIds: readonly string[],
  now: Date,
): Promise<Answered> {
  if (account === undefined) return 'disabled'
  const { email, isVerified, hasPassword, providers } = account
  if (email === null || !isVerified) return 'no_verified_address'
  const until = await spend(tx, bucketOf('reset', 'account', userId), resetBudget, now)
  if (until !== undefined) return 'too_many'
  // Of several tenants it is none's.
  const tenantId = tenantIds.length === 1 ? tenantIds[0] : undefined
  const mail = { userId, tenantId, address: email }
  if (!hasPassword && providers.length > 0) {
    await enqueueMail(tx, { ...mail, kind: 'sign_in_elsewhere', details: { providers } }, now)
    return 'sign_in_elsewhere'
  }
  const { id: linkId } = await insertLink(tx, { purpose: 'reset', userId, email }, now)
  await enqueueMail(tx, { ...mail, kind: 'password_reset', linkId }, now)
  return 'sent'
}

import { randomUUID } from 'node:crypto'
import { placeOf } from '@countersign/service-kit/client-place'
import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { passwordPauseSeconds } from '../../core/share.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit } from '../audit/queries.ts'
import { shareActor, type Visitor } from './open.ts'
import { isPassword } from './password.ts'
import { lockAttempts, setAttempts, type ShareRow } from './queries.ts'
import { findVisitorId, signTicket, TICKET_SECONDS } from './ticket.ts'
import { admitViewer } from './viewing/admit.ts'

const ALL_ADDRESSES = '*'

/**
 * Exchanges the password for a ticket. Every try is counted before the password is looked at, so
 * that tries at the same moment cannot slip past the limit. Who sends the ticket that they had goes on
 * as the same visitor.
 *
 * @throws `dms.share_password_wrong` (403), `dms.share_throttled` (429 with Retry-After), `dms.unavailable` (503)
 */
export async function unlockShare(
  deps: Deps,
  token: string,
  password: string,
  from: Omit<Visitor, 'isHead'>,
  keyOf: (share: ShareRow) => IdempotencyKey | undefined,
): Promise<Answer<{ ticket: string; expiresAt: string }>> {
  const { share } = await admitViewer(deps, token, from)
  const { address } = from
  if (share.passwordHash !== null) {
    const network = placeOf(address)
    await countTry(deps, share, network)
    if (!(await isPassword(deps, share.passwordHash, password))) {
      await inTransaction(deps.db, (tx) =>
        appendAudit(tx, share.tenantId, deps.now(), [
          {
            action: 'share.password_wrong',
            actor: shareActor(share),
            documentId: share.documentId,
            detail: { address },
          },
        ]),
      )
      throw problems.share_password_wrong()
    }
    await forgetTry(deps, share, network)
  }
  const visitor = findVisitorId(deps, share, from.ticket) ?? randomUUID()
  // Only what it is made of is kept for a repeat: the ticket is made again, and is the same.
  const answer = await inTransaction(deps.db, (tx) =>
    once(tx, keyOf(share), async () => {
      const end = new Date(deps.now().getTime() + TICKET_SECONDS * 1000)
      return { status: 200, body: { expiresAt: end.toISOString(), visitor } }
    }),
  )
  const { expiresAt } = answer.body
  const ticket = signTicket(deps, share, answer.body.visitor, new Date(expiresAt))
  return { ...answer, body: { ticket, expiresAt } }
}

async function countTry(deps: Deps, share: ShareRow, network: string): Promise<void> {
  const { tenantId, id } = share
  const waitMs = await inTransaction(deps.db, async (tx) => {
    const now = deps.now()
    const scopes = [
      { name: network, scope: 'address' },
      { name: ALL_ADDRESSES, scope: 'share' },
    ] as const
    const attempts = []
    for (const each of scopes) {
      const { failures, blockedUntil } = await lockAttempts(tx, tenantId, id, each.name)
      if (blockedUntil > now) return blockedUntil.getTime() - now.getTime()
      attempts.push({ ...each, failures: failures + 1 })
    }
    for (const { name, scope, failures } of attempts) {
      const pauseMs = passwordPauseSeconds(failures, scope) * 1000
      const blockedUntil = new Date(now.getTime() + pauseMs)
      await setAttempts(tx, tenantId, id, name, { failures, blockedUntil })
    }
    return 0
  })
  if (waitMs > 0) {
    throw problems.share_throttled({ headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } })
  }
}

// The right password shows that these tries were no guessing.
async function forgetTry(deps: Deps, share: ShareRow, network: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { tenantId, id } = share
    const past = new Date(0)
    await setAttempts(tx, tenantId, id, network, { failures: 0, blockedUntil: past })
    const all = await lockAttempts(tx, tenantId, id, ALL_ADDRESSES)
    await setAttempts(tx, tenantId, id, ALL_ADDRESSES, {
      failures: Math.max(0, all.failures - 1),
      blockedUntil: past,
    })
  })
}

import { pseudonymOf } from '@countersign/contracts'
import { DatabaseUnavailable } from '@countersign/service-kit/database-unavailable'
import { inTransaction } from '@countersign/service-kit/transaction'
import { endSessionsOf } from '../../accounts/session-queries.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../db/types.ts'
import { listReports } from './queries.ts'
import {
  countKeptInAudit,
  deletePersonal,
  eraseInAudit,
  findInAudit,
  makePseudonymous,
  markBegun,
  markDone,
  markErased,
  postpone,
  saveProgress,
  takeBegun,
  takeDue,
  takeFinished,
  type Begun,
  type Finished,
} from './steps-queries.ts'

const ROWS_AT_ONCE = 1_000
/** After which one that failed is tried again. */
const RETRY_MS = 5 * 60_000

type ErasureDeps = Pick<Deps, 'db' | 'now' | 'log' | 'erasure'> & { readonly atOnce?: number }

/**
 * One step of one erasure: begins it, looks through a part of the audit, forgets the person, or ends it.
 * Each is a transaction that leaves what comes next in the row, so any process goes on after another
 * was killed; two at once take two erasures. One that fails lets the others go on.
 *
 * Kept by: services/iam/src/features/erasures/erasures.test.ts "goes on where a process was killed"
 * Kept by: services/iam/src/features/erasures/one-that-fails.test.ts "holds up no other, and is tried again later"
 *
 * @returns how many steps were taken: 0 when there is nothing to do now.
 */
export async function eraseNext(deps: ErasureDeps): Promise<number> {
  const { db, now, log } = deps
  const taken: Taken = {}
  try {
    return await inTransaction(db, (tx) => takeStep(tx, deps, taken))
  } catch (error) {
    // Nothing is known of an erasure by the outage of the database.
    if (taken.id === undefined || error instanceof DatabaseUnavailable) throw error
    log.error({ err: error, erasureId: taken.id }, 'an erasure failed')
    await postpone(db, taken.id, new Date(now().getTime() + RETRY_MS))
    return 1
  }
}

/** Which erasure a transaction was about, for who comes to know that it failed. */
interface Taken {
  id?: string
}

async function takeStep(
  tx: Tx,
  { now, erasure: { services }, atOnce = ROWS_AT_ONCE }: ErasureDeps,
  taken: Taken,
): Promise<number> {
  const begun = await takeBegun(tx, now())
  if (begun !== undefined) {
    taken.id = begun.id
    return forget(tx, begun, atOnce, now())
  }
  const due = await takeDue(tx, services, now())
  if (due !== undefined) {
    taken.id = due.id
    await markBegun(tx, due.id, now())
    return record(tx, due, 'erasure.begun', {}, now())
  }
  const done = await takeFinished(tx, services, now())
  if (done === undefined) return 0
  taken.id = done.id
  return finish(tx, done, now())
}

async function forget(tx: Tx, begun: Begun, atOnce: number, now: Date): Promise<number> {
  const { id, userId, counts } = begun
  const found = await findInAudit(tx, begun, atOnce)
  const changed = await eraseInAudit(tx, id, found.ids)
  const audited = { ...counts, audit_events: (counts['audit_events'] ?? 0) + changed }
  if (found.looked === atOnce) {
    await saveProgress(tx, id, { position: found.last, counts: audited })
    return 1
  }
  const kept = await countKeptInAudit(tx, userId)
  await endSessionsOf(tx, userId)
  const deleted = await deletePersonal(tx, userId, begun)
  await makePseudonymous(tx, userId, pseudonymOf(userId), now)
  const all = { ...audited, ...deleted, users: 1, audit_events_kept: kept }
  await saveProgress(tx, id, { position: found.last ?? begun.auditPosition, counts: all })
  await markErased(tx, id, now)
  return 1
}

async function finish(tx: Tx, done: Finished, now: Date): Promise<number> {
  await markDone(tx, done.id, now)
  const reports = await listReports(tx, done.id)
  const said = reports.map(({ service, counts, kept }) => [service, { counts, kept }])
  const details = { counts: done.counts, ...Object.fromEntries(said) }
  return record(tx, done, 'erasure.done', details, now)
}

async function record(
  tx: Tx,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  action: string,
  details: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<number> {
  const target = { tenantId, targetKind: 'user', targetId: userId }
  await insertAuditEvent(tx, { action, actorKind: 'system', ...target, details }, now)
  return 1
}

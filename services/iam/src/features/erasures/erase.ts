import { pseudonymOf } from '@countersign/contracts'
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
  saveProgress,
  takeBegun,
  takeDue,
  takeFinished,
  type Begun,
} from './steps-queries.ts'

const ROWS_AT_ONCE = 1_000

type ErasureDeps = Pick<Deps, 'db' | 'now' | 'erasure'> & { readonly atOnce?: number }

/**
 * One step of one erasure: begins it, looks through a part of the audit, forgets the person, or ends it.
 * Each is a transaction that leaves what comes next in the row, so any process goes on after another
 * was killed; two at once take two erasures.
 *
 * Kept by: services/iam/src/features/erasures/erasures.test.ts "goes on where a process was killed"
 *
 * @returns how many steps were taken: 0 when there is nothing to do now.
 */
export function eraseNext(deps: ErasureDeps): Promise<number> {
  const { db, now, erasure, atOnce = ROWS_AT_ONCE } = deps
  return inTransaction(db, async (tx) => {
    const begun = await takeBegun(tx)
    if (begun !== undefined) return forget(tx, begun, atOnce, now())
    const due = await takeDue(tx, erasure.services, now())
    if (due !== undefined) {
      await markBegun(tx, due.id, now())
      return record(tx, due, 'erasure.begun', {}, now())
    }
    return finish(tx, erasure.services, now())
  })
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

async function finish(tx: Tx, services: readonly string[], now: Date): Promise<number> {
  const done = await takeFinished(tx, services)
  if (done === undefined) return 0
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

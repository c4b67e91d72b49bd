import { randomUUID } from 'node:crypto'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Deps } from '../../deps.ts'
import { appendAudit, systemActor } from '../audit/queries.ts'
import { copyObject, type CopyOutcome, type CopyWorker } from './copy-object.ts'
import {
  type CopyRow,
  findNextObject,
  hasOpenCopies,
  insertCopy,
  leaseCopy,
} from './copy-queries.ts'
import { choosePlace } from './place.ts'
import { readProgress } from './progress.ts'
import { lockMigration, type MigrationRow, setMigrationStatus, takeRunning } from './queries.ts'

const LEASE_SECONDS = 15
const RETRY_AFTER_MS = 5_000
const MIGRATIONS_AT_ONCE = 4

/** One round: the next object of each migration that is at work. */
export async function migrateDue(deps: Deps): Promise<number> {
  const running = await takeRunning(deps.db, deps.now(), MIGRATIONS_AT_ONCE)
  const done = await Promise.all(running.map((migration) => migrateNext(deps, migration)))
  return done.filter((each) => each === 'worked').length
}

/** left: what was taken could not be done now. */
export type Step = 'worked' | 'idle' | 'left'

/**
 * Copies one object, or ends the migration when there is none.
 *
 * @param leaseSeconds How long a worker may be silent before another takes over.
 */
export async function migrateNext(
  deps: Deps,
  migration: MigrationRow,
  leaseSeconds = LEASE_SECONDS,
): Promise<Step> {
  const worker = { id: randomUUID(), leaseSeconds }
  const copy = await takeCopy(deps, migration, worker)
  if (copy === 'again') return 'worked'
  if (copy === undefined) return (await endMigration(deps, migration)) ? 'worked' : 'idle'
  const outcome: CopyOutcome = await copyObject(deps, migration, copy, worker)
  return outcome === 'left' ? 'left' : 'worked'
}

/** A new object before one that was tried already: what hangs holds up nothing else. */
async function takeCopy(
  deps: Deps,
  migration: MigrationRow,
  worker: CopyWorker,
): Promise<CopyRow | 'again' | undefined> {
  const object = await findNextObject(deps.db, migration)
  if (object === undefined) return leaseCopy(deps.db, migration, worker, RETRY_AFTER_MS)
  const place = await choosePlace(deps.db, migration)
  const copy = { ...place, objectId: object.id, sizeBytes: object.sizeBytes }
  const row = await inTransaction(deps.db, (tx) =>
    insertCopy(tx, migration, copy, worker, deps.now()),
  )
  return row ?? 'again'
}

/** True when it has ended, or when something has come that is to be copied first. */
async function endMigration(deps: Deps, migration: MigrationRow): Promise<boolean> {
  const { tenantId, id, sourceId, targetId } = migration
  return inTransaction(deps.db, async (tx) => {
    const current = await lockMigration(tx, tenantId, sourceId, id)
    if (current?.status !== 'RUNNING') return false
    // Somebody may still be copying, or something may have come since it was looked for.
    if (await hasOpenCopies(tx, migration, 'COPYING')) return false
    if ((await findNextObject(tx, migration)) !== undefined) return true
    const isWhole = !(await hasOpenCopies(tx, migration, 'FAILED'))
    const now = deps.now()
    await setMigrationStatus(tx, tenantId, id, isWhole ? 'DONE' : 'INCOMPLETE', now)
    const { switched, failed, copiedBytes } = await readProgress(tx, migration)
    const detail = { migrationId: id, sourceId, targetId, switched, failed, copiedBytes }
    await appendAudit(tx, tenantId, now, [
      { action: 'migration.ended', actor: systemActor, detail },
    ])
    return true
  })
}

import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import type { AuditActor } from '../audit/append-queries.ts'
import { appendAudit } from '../audit/queries.ts'
import { lockSources } from '../sources/queries.ts'
import { readProgress } from './progress.ts'
import {
  forgetCopies,
  forgetReturned,
  freeCopies,
  insertMigration,
  lockCurrent,
  type MigrationRow,
  setMigrationStatus,
} from './queries.ts'
import type { MigrationView } from './schema.ts'
import { viewMigration } from './view.ts'

// A worker that lost its lease may still be writing what failed, and somebody reading what is old.
const GRACE_MS = 15 * 60_000

/** Who asks: an administrator, or the operator at the command line. */
export interface Requester {
  readonly tenantId: string
  readonly actor: AuditActor
}

/**
 * Starts to move everything stored in a source to another, or goes on with it: the same migration is
 * answered as long as it is not released, what failed is tried again, and what came to the source
 * since, or came back to it, is taken along.
 *
 * @throws `dms.not_found`, `dms.source_invalid`, `dms.source_read_only`, `dms.source_is_default`,
 *   `dms.migration_running`
 */
export async function startMigration(
  deps: Deps,
  { tenantId, actor }: Requester,
  sourceId: string,
  targetId: string,
  key: IdempotencyKey | undefined,
): Promise<Answer<MigrationView>> {
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      // All of them: the way there and the way back may be asked for at once.
      const all = await lockSources(tx, tenantId)
      const source = all.find(({ id }) => id === sourceId)
      if (source === undefined) throw problems.not_found()
      const target = all.find(({ id }) => id === targetId && id !== sourceId)
      if (target === undefined) throw noTarget()
      // New files would keep coming, and it would never end.
      if (source.isDefault) throw problems.source_is_default()
      if (target.status !== 'ACTIVE') throw problems.source_read_only()
      const away = await lockCurrent(tx, tenantId, targetId)
      if (away?.status === 'RUNNING') {
        // What comes would be taken away again.
        throw problems.migration_running({ members: { migrationId: away.id } })
      }
      const now = deps.now()
      const row = { id: uuidv7(), sourceId, targetId, createdBy: actor.id }
      const current = await lockCurrent(tx, tenantId, sourceId)
      if (current !== undefined && current.targetId !== targetId) {
        throw problems.migration_running({ members: { migrationId: current.id } })
      }
      const migration = current ?? (await insertMigration(tx, tenantId, row, now))
      if (migration === undefined) throw new Error('the source was locked')
      if (current !== undefined) await goOn(deps, tx, current)
      const running: MigrationRow = { ...migration, status: 'RUNNING', updatedAt: now }
      // It counts for as long as there are objects, which nobody else of the tenant may have to wait for.
      const body = viewMigration(running, await readProgress(tx, running))
      const detail = { migrationId: migration.id, sourceId, targetId }
      await appendAudit(tx, tenantId, now, [
        { action: current ? 'migration.continued' : 'migration.started', actor, detail },
      ])
      return { status: current ? 200 : 201, body }
    }),
  )
}

async function goOn(
  deps: Deps,
  tx: Parameters<typeof forgetCopies>[0],
  migration: MigrationRow,
): Promise<void> {
  const { tenantId, id, status } = migration
  if (status === 'RUNNING') return
  const now = deps.now()
  const reapAfter = new Date(now.getTime() + GRACE_MS)
  await forgetCopies(tx, migration, ['FAILED'], reapAfter)
  await forgetReturned(tx, migration, reapAfter)
  // What was stopped is taken up at once.
  await freeCopies(tx, tenantId, id, new Date(0))
  await setMigrationStatus(tx, tenantId, id, 'RUNNING', now)
}

function noTarget() {
  const fault = { pointer: '/targetId', code: 'unknown', detail: 'is no other source' }
  return problems.source_invalid({ errors: [fault] })
}

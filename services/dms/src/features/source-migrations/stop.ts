import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit } from '../audit/queries.ts'
import { readProgress } from './progress.ts'
import { freeCopies, lockMigration, setMigrationStatus } from './queries.ts'
import type { MigrationView } from './schema.ts'
import type { Requester } from './start.ts'
import { viewMigration } from './view.ts'

/**
 * Stops a migration: what was switched stays switched, what was being copied is left where it is.
 * Starting it again goes on at the same byte. One that is not running is answered as it is.
 *
 * @throws `dms.not_found`
 */
export async function stopMigration(
  deps: Deps,
  { tenantId, actor }: Requester,
  { sourceId, migrationId }: { sourceId: string; migrationId: string },
  key: IdempotencyKey | undefined,
): Promise<Answer<MigrationView>> {
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const migration = await lockMigration(tx, tenantId, sourceId, migrationId)
      if (migration === undefined) throw problems.not_found()
      if (migration.status === 'RUNNING') {
        const now = deps.now()
        await setMigrationStatus(tx, tenantId, migrationId, 'STOPPED', now)
        await freeCopies(tx, tenantId, migrationId, now)
        const detail = { migrationId, sourceId, targetId: migration.targetId }
        await appendAudit(tx, tenantId, now, [{ action: 'migration.stopped', actor, detail }])
      }
      const stopped = (await lockMigration(tx, tenantId, sourceId, migrationId)) ?? migration
      return { status: 200, body: viewMigration(stopped, await readProgress(tx, stopped)) }
    }),
  )
}

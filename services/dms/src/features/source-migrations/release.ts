import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit } from '../audit/queries.ts'
import { readProgress } from './progress.ts'
import { forgetCopies, lockMigration, releaseKept, setMigrationStatus } from './queries.ts'
import type { MigrationView } from './schema.ts'
import type { Requester } from './start.ts'
import { viewMigration } from './view.ts'

// Whoever asked where an object is before it was switched may not have begun to read it.
const GRACE_MS = 15 * 60_000

/**
 * Gives up the old copies: the reaper removes them. What was not switched, because it failed or
 * because the migration was stopped before, stays where it is, at the source. Repeating it changes
 * nothing.
 *
 * @throws `dms.not_found`, `dms.migration_running`
 */
export async function releaseMigration(
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
        throw problems.migration_running({ members: { migrationId } })
      }
      if (migration.status !== 'RELEASED') {
        const now = deps.now()
        await setMigrationStatus(tx, tenantId, migrationId, 'RELEASED', now)
        const reapAfter = new Date(now.getTime() + GRACE_MS)
        await releaseKept(tx, tenantId, migrationId, reapAfter)
        await forgetCopies(tx, migration, ['COPYING', 'FAILED', 'GONE'], reapAfter)
        const detail = { migrationId, sourceId, targetId: migration.targetId }
        await appendAudit(tx, tenantId, now, [{ action: 'migration.released', actor, detail }])
      }
      const released = (await lockMigration(tx, tenantId, sourceId, migrationId)) ?? migration
      return { status: 200, body: viewMigration(released, await readProgress(tx, released)) }
    }),
  )
}

import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { forgetCopies, releaseKept, setMigrationStatus } from './queries.ts'
import type { MigrationView } from './schema.ts'
import { type MigrationPath, settleMigration } from './settle.ts'
import type { Requester } from './start.ts'

// Whoever asked where an object is before it was switched may not have begun to read it.
const GRACE_MS = 15 * 60_000

/**
 * Gives up the old copies: the reaper removes them. What was not switched, because it failed or
 * because the migration was stopped before, stays where it is, at the source. Repeating it changes
 * nothing.
 *
 * @throws `dms.not_found`, `dms.migration_running`
 */
export function releaseMigration(
  deps: Deps,
  requester: Requester,
  path: MigrationPath,
  key: IdempotencyKey | undefined,
): Promise<Answer<MigrationView>> {
  return settleMigration(deps, requester, path, key, async (tx, migration, now) => {
    const { tenantId, id: migrationId, status } = migration
    if (status === 'RUNNING') throw problems.migration_running({ members: { migrationId } })
    if (status === 'RELEASED') return undefined
    await setMigrationStatus(tx, tenantId, migrationId, 'RELEASED', now)
    const reapAfter = new Date(now.getTime() + GRACE_MS)
    await releaseKept(tx, tenantId, migrationId, reapAfter)
    await forgetCopies(tx, migration, ['COPYING', 'FAILED', 'GONE'], reapAfter)
    return 'migration.released'
  })
}

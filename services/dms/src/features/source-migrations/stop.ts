import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import type { Deps } from '../../deps.ts'
import { freeCopies, setMigrationStatus } from './queries.ts'
import type { MigrationView } from './schema.ts'
import { type MigrationPath, settleMigration } from './settle.ts'
import type { Requester } from './start.ts'

/**
 * Stops a migration: what was switched stays switched, what was being copied is left where it is.
 * Starting it again goes on at the same byte. One that is not running is answered as it is.
 *
 * @throws `dms.not_found`
 */
export function stopMigration(
  deps: Deps,
  requester: Requester,
  path: MigrationPath,
  key: IdempotencyKey | undefined,
): Promise<Answer<MigrationView>> {
  return settleMigration(deps, requester, path, key, async (tx, migration, now) => {
    const { tenantId, id, status } = migration
    if (status !== 'RUNNING') return undefined
    await setMigrationStatus(tx, tenantId, id, 'STOPPED', now)
    await freeCopies(tx, tenantId, id, now)
    return 'migration.stopped'
  })
}

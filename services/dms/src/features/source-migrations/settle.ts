import type { Db } from '@countersign/service-kit/db'
import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit } from '../audit/queries.ts'
import { readProgress } from './progress.ts'
import { lockMigration, type MigrationRow } from './queries.ts'
import type { MigrationView } from './schema.ts'
import type { Requester } from './start.ts'
import { viewMigration } from './view.ts'

/** Names a migration by its path. */
export interface MigrationPath {
  readonly sourceId: string
  readonly migrationId: string
}

/**
 * Changes a migration under the lock of its row, once for each key, and answers what it is then.
 *
 * @param change Answers what the audit says of it; undefined when there was nothing to change.
 * @throws `dms.not_found`
 */
export function settleMigration(
  deps: Deps,
  { tenantId, actor }: Requester,
  { sourceId, migrationId }: MigrationPath,
  key: IdempotencyKey | undefined,
  change: (tx: Db<Schema>, migration: MigrationRow, now: Date) => Promise<string | undefined>,
): Promise<Answer<MigrationView>> {
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const migration = await lockMigration(tx, tenantId, sourceId, migrationId)
      if (migration === undefined) throw problems.not_found()
      const now = deps.now()
      const action = await change(tx, migration, now)
      const settled = (await lockMigration(tx, tenantId, sourceId, migrationId)) ?? migration
      // Before the audit, whose head everybody else of the tenant would wait for.
      const body = viewMigration(settled, await readProgress(tx, settled))
      if (action !== undefined) {
        const detail = { migrationId, sourceId, targetId: migration.targetId }
        await appendAudit(tx, tenantId, now, [{ action, actor, detail }])
      }
      return { status: 200, body }
    }),
  )
}

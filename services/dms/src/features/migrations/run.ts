import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { systemActor } from '../audit/queries.ts'
import { findMigration, readProgress } from './queries.ts'
import { releaseMigration } from './release.ts'
import type { MigrationView } from './schema.ts'
import { startMigration } from './start.ts'
import { viewMigration } from './view.ts'
import { migrateNext } from './worker.ts'

const IDLE_MS = 1_000

/**
 * A whole migration from the command line, beside running services or without them; it stops where
 * it is killed and goes on when it is called again.
 *
 * @param order.release Gives up the old copies when all went well.
 */
export async function runMigration(
  deps: Deps,
  order: {
    readonly tenantId: string
    readonly sourceId: string
    readonly targetId: string
    readonly release: boolean
  },
): Promise<MigrationView> {
  const { tenantId, sourceId, targetId } = order
  const requester = { tenantId, actor: systemActor }
  const { body } = await startMigration(deps, requester, sourceId, targetId, undefined)
  for (;;) {
    const migration = await findMigration(deps.db, tenantId, sourceId, body.id)
    if (migration === undefined) throw new Error('the migration just started is not there')
    if (migration.status !== 'RUNNING') {
      if (migration.status === 'DONE' && order.release) {
        const ids = { sourceId, migrationId: migration.id }
        return (await releaseMigration(deps, requester, ids, undefined)).body
      }
      return viewMigration(migration, await readProgress(deps.db, migration))
    }
    if (!(await migrateNext(deps, migration))) await pause(IDLE_MS)
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { systemActor } from '../audit/queries.ts'
import { readProgress } from './progress.ts'
import { findMigration } from './queries.ts'
import { releaseMigration } from './release.ts'
import type { MigrationView } from './schema.ts'
import { startMigration } from './start.ts'
import { viewMigration } from './view.ts'
import { migrateNext } from './worker.ts'

const IDLE_MS = 1_000
// What this process cannot do, for instance write to a folder that the service writes to, a service
// beside it may: its workers get the time to take it.
const ASIDE_MS = 15_000
const REPORT_EVERY_MS = 5_000

/**
 * A whole migration from the command line, beside running services or without them; it stops where
 * it is killed or stopped, and goes on when it is called again.
 *
 * @param order.release Gives up the old copies when all went well.
 * @param report Told every few seconds how far it is.
 */
export async function runMigration(
  deps: Deps,
  order: {
    readonly tenantId: string
    readonly sourceId: string
    readonly targetId: string
    readonly release: boolean
  },
  report: (view: MigrationView) => void,
): Promise<MigrationView> {
  const { tenantId, sourceId, targetId } = order
  const requester = { tenantId, actor: systemActor }
  const { body } = await startMigration(deps, requester, sourceId, targetId, undefined)
  let [workFrom, reportFrom] = [0, 0]
  for (;;) {
    const migration = await findMigration(deps.db, tenantId, sourceId, body.id)
    if (migration === undefined) throw new Error('the migration just started is not there')
    const view = async () => viewMigration(migration, await readProgress(deps.db, migration))
    if (migration.status === 'DONE' && order.release) {
      const ids = { sourceId, migrationId: migration.id }
      return (await releaseMigration(deps, requester, ids, undefined)).body
    }
    if (migration.status !== 'RUNNING') return view()
    if (Date.now() >= reportFrom) {
      report(await view())
      reportFrom = Date.now() + REPORT_EVERY_MS
    }
    const step = Date.now() < workFrom ? 'idle' : await migrateNext(deps, migration)
    if (step === 'left') workFrom = Date.now() + ASIDE_MS
    if (step !== 'worked') await pause(IDLE_MS)
  }
}

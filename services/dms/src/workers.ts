import { anchorWorker } from '@countersign/service-kit/audit-anchors'
import { listEventHeads } from '@countersign/service-kit/audit-event-queries'
import { keysWorker } from '@countersign/service-kit/forget-keys'
import { retentionWorker, type Removal, type Retained } from '@countersign/service-kit/retention'
import { serverCheck } from '@countersign/service-kit/server-check'
import type { App } from '@countersign/service-kit/http'
import { pollLoop, type PollLoopOptions } from '@countersign/service-kit/poll-loop'
import type { Worker } from '@countersign/service-kit/serve'
import type { Config } from './config.ts'
import { removeAbandoned } from './content/work-directory.ts'
import type { Deps } from './deps.ts'
import { renewRegistrations } from './features/approvals/biz-type.ts'
import { resolveUnknown } from './features/approvals/worker.ts'
import { personErasureWorker, type IamAccess } from './features/erasures/worker.ts'
import { fileDue } from './features/records/worker.ts'
import { renderDue, requeueInstalled } from './features/renditions/worker.ts'
import { scanDue } from './features/scans/worker.ts'
import { forgetDownloads } from './features/shares/worker.ts'
import { migrateDue } from './features/source-migrations/worker.ts'
import { sourceCheck } from './features/sources/check.ts'
import { expireUploads, removeObjects } from './features/uploads/worker.ts'
import { migrations } from './migrations.ts'
import { pruneReceived } from './features/events/prune-queries.ts'
import { appendAudit, systemActor } from './features/audit/queries.ts'
import { pruneAttempts } from './features/shares/queries.ts'
import { pruneUploads } from './features/uploads/reaper-queries.ts'
import type { Db } from '@countersign/service-kit/db'
import type { Schema } from './db/schema.ts'

const HOUR_MS = 3_600_000
/** How long loops may rest beyond their pause while nothing happens in the process. */
const QUIET_MS = 10_000

/** What the service does without being asked. Each may run in any number of processes. */
export function createWorkers(app: App, deps: Deps, config: Config, iam: IamAccess): Worker[] {
  const quiet = { activity: app.activity, mostMs: QUIET_MS }
  const loop =
    (name: string, idleMs: number, round: () => Promise<number>): Worker =>
    (signal) =>
      pollLoop({ name, idleMs, quiet, signal, log: deps.log, round })
  return [
    serverCheck(deps.db, deps.log, migrations),
    sourceCheck(app, deps),
    () => removeAbandoned(deps.log),
    loop('expired uploads', 5_000, () => expireUploads(deps)),
    loop('reaper', 5_000, () => removeObjects(deps)),
    loop('source migrations', 2_000, () => migrateDue(deps)),
    ...(deps.scanner ? [loop('malware scan', 1_000, () => scanDue(deps))] : []),
    ...Array.from(
      { length: deps.settings.previewWorkers },
      (): Worker => (signal) => makePreviews(deps, signal, quiet),
    ),
    loop('unknown approvals', 1_000, () => resolveUnknown(deps)),
    loop('records to be filed', 1_000, () => fileDue(deps)),
    loop('business type', 60_000, () => renewRegistrations(deps)),
    anchorWorker({
      ...deps,
      app,
      config,
      service: 'dms',
      readHeads: () => listEventHeads(deps.db),
    }),
    keysWorker(deps),
    personErasureWorker(deps, iam),
    retentionWorker({ ...deps, record: recordRemoval }, retained(config)),
    loop('share downloads', HOUR_MS, () => forgetDownloads(deps)),
  ]
}

// What was installed since the last start is tried on what waited for it.
async function makePreviews(
  deps: Deps,
  signal: AbortSignal,
  quiet: PollLoopOptions['quiet'],
): Promise<void> {
  let isFirst = true
  await pollLoop({
    name: 'previews',
    idleMs: 1_000,
    quiet,
    signal,
    log: deps.log,
    round: async () => {
      if (isFirst) await requeueInstalled(deps)
      isFirst = false
      return renderDue(deps, signal)
    },
  })
}

type Days = Pick<
  Config,
  'RECEIVED_EVENTS_KEPT_DAYS' | 'SHARE_ATTEMPTS_KEPT_DAYS' | 'UPLOADS_KEPT_DAYS'
>

/** What goes by age as an operator says; the rest that goes has an age of its own. */
export const retained = (days: Days): readonly Retained<Schema>[] => [
  { what: 'uploads', keptDays: days.UPLOADS_KEPT_DAYS, forget: pruneUploads },
  { what: 'share attempts', keptDays: days.SHARE_ATTEMPTS_KEPT_DAYS, forget: pruneAttempts },
  { what: 'received events', keptDays: days.RECEIVED_EVENTS_KEPT_DAYS, forget: pruneReceived },
]

/** In the chain of each tenant, whose heads are locked in the same order by all: of two processes none waits for the other. */
export async function recordRemoval(
  tx: Db<Schema>,
  { removed, ...removal }: Removal,
  now: Date,
): Promise<void> {
  for (const { tenantId, rows } of removed) {
    if (tenantId === null) continue
    const detail = { ...removal, rows }
    await appendAudit(tx, tenantId, now, [
      { action: 'retention.removed', actor: systemActor, detail },
    ])
  }
}

import { kyselyStore } from '@countersign/event-receiver/kysely'
import { keysWorker } from '@countersign/service-kit/forget-keys'
import { pollLoop } from '@countersign/service-kit/poll-loop'
import type { Worker } from '@countersign/service-kit/serve'
import type { Deps } from './deps.ts'
import { resolveUnknown } from './features/approvals/worker.ts'
import { renderDue, requeueInstalled } from './features/renditions/worker.ts'
import { scanDue } from './features/scans/worker.ts'
import { forgetDownloads } from './features/shares/worker.ts'
import { migrateDue } from './features/source-migrations/worker.ts'
import { reap } from './features/uploads/worker.ts'

const HOUR_MS = 3_600_000

/** What the service does without being asked. Each may run in any number of processes. */
export function startWorkers(deps: Deps): Worker[] {
  const loop =
    (name: string, idleMs: number, round: () => Promise<number>): Worker =>
    (signal) =>
      pollLoop({ name, idleMs, signal, log: deps.log, round })
  return [
    loop('reaper', 5_000, () => reap(deps)),
    loop('source migrations', 2_000, () => migrateDue(deps)),
    ...(deps.scanner ? [loop('malware scan', 1_000, () => scanDue(deps))] : []),
    ...Array.from(
      { length: deps.settings.previewWorkers },
      (): Worker => (signal) => makePreviews(deps, signal),
    ),
    loop('unknown approvals', 1_000, () => resolveUnknown(deps)),
    keysWorker(deps),
    loop('share downloads', HOUR_MS, () => forgetDownloads(deps)),
    loop('received events', HOUR_MS, () => forgetOldEvents(deps)),
  ]
}

// What was installed since the last start is tried on what waited for it.
async function makePreviews(deps: Deps, signal: AbortSignal): Promise<void> {
  let isFirst = true
  await pollLoop({
    name: 'previews',
    idleMs: 1_000,
    signal,
    log: deps.log,
    round: async () => {
      if (isFirst) await requeueInstalled(deps)
      isFirst = false
      return renderDue(deps, signal)
    },
  })
}

const EVENTS_KEPT_MS = 30 * 24 * HOUR_MS
const EVENTS_AT_ONCE = 5_000

// What deduplicates is the position of each instance, which stays; the events are for people to read.
const forgetOldEvents = ({ db, now }: Deps): Promise<number> =>
  kyselyStore(db).prune(new Date(now().getTime() - EVENTS_KEPT_MS), EVENTS_AT_ONCE)

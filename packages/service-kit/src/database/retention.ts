// What ends by age alone, as an operator says how long it is kept.
//
// Kept by: services/bpm/src/retention.test.ts "goes in parts, each row once, by four processes at once"
import type { Logger } from '../process/log.ts'
import { pollLoop } from '../process/poll-loop.ts'

const IDLE_MS = 3_600_000
const DAY_MS = 24 * IDLE_MS
// So that no statement holds many rows for long.
const ROWS_AT_ONCE = 1_000

export interface Retained {
  /** As it is logged. */
  readonly what: string
  /** 0 is for ever. */
  readonly keptDays: number
  /** Deletes some of what ended before a moment, `limit` rows at most, and none that another process is deleting; answers how many. */
  readonly forget: (before: Date, limit: number) => Promise<number>
}

interface RetentionDeps {
  readonly log: Logger
  readonly now: () => Date
}

/** The worker that forgets what is old enough; any number of processes may run one. */
export const retentionWorker =
  (deps: RetentionDeps, all: readonly Retained[]) =>
  (signal: AbortSignal): Promise<void> =>
    pollLoop({
      name: 'retention',
      idleMs: IDLE_MS,
      signal,
      log: deps.log,
      round: () => forgetOld(deps, all),
    })

/** One round: a part of each. @returns how many rows went; 0 when nothing is old enough. */
export async function forgetOld(
  { log, now }: RetentionDeps,
  all: readonly Retained[],
): Promise<number> {
  let forgotten = 0
  for (const { what, keptDays, forget } of all) {
    if (keptDays === 0) continue
    const rows = await forget(new Date(now().getTime() - keptDays * DAY_MS), ROWS_AT_ONCE)
    if (rows > 0) log.info({ what, rows, keptDays }, 'what was old enough is forgotten')
    forgotten += rows
  }
  return forgotten
}

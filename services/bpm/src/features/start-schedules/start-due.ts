// A start that is due is made exactly once: the schedule goes on in the transaction that makes it, under the lease, and
// the start takes a key of schedule and moment.
//
// Kept by: services/bpm/src/features/start-schedules/start-schedules.test.ts "starts once for each moment, however many workers there are"
// Kept by: services/bpm/src/features/start-schedules/kills.test.ts "loses and doubles no start when processes are killed at random"
import { contentHash } from '@countersign/service-kit/content-hash'
import type { localsOfStart } from '../../core/definition/events/event-starts.ts'
import type { StartNode, TimedContent } from '../../core/definition/graph.ts'
import { mayStartByTime } from '../../core/start-permit.ts'
import { firstAfter, lastUntil, type Due } from '../../core/start-times.ts'
import type { WorkingCalendar } from '../../core/working-time.ts'
import { problems } from '../../problems.ts'
import type { BizTypeRow } from '../../runtime/load/biz-types.ts'
import { calendarOf } from '../../runtime/people/calendars.ts'
import { momentIn } from '../../runtime/starts/content.ts'
import {
  LeaseLost,
  prepareUnattended,
  type UnattendedDeps,
} from '../../runtime/starts/unattended.ts'
import { advanceSchedule, type LeasedSchedule } from './queries.ts'

/** Who the log and events name where nobody acted. */
const actor = { kind: 'service', id: 'timer', name: 'Timer' } as const

/**
 * Makes the start that is due, and goes on to the next moment.
 *
 * @throws `bpm.start_by_time_refused`, `bpm.start_initiator_unknown`, `bpm.variables_invalid`, `bpm.process_stuck`,
 *   `bpm.biz_type_unknown`, `bpm.directory_unavailable`: it is not made, and stays due.
 */
export async function startDue(deps: UnattendedDeps, schedule: LeasedSchedule): Promise<void> {
  const { nodeId } = schedule
  const { process, content, calendar, due, missed, next } = await chooseDue(deps, schedule)
  const said = await prepareUnattended(deps, toOccasion(schedule, { content, due, calendar }))
  const dueAt = due.at.toISOString()
  const details = { start: { node: nodeId, dueAt, ...(missed === 0 ? {} : { missed }) } }
  try {
    await deps.makeStart(deps, {
      ...said,
      requestHash: contentHash({ schedule: schedule.id, dueAt }),
      process,
      begin: nodeId,
      by: { actor, details },
      first: async (tx, instanceId) => {
        const advance = { instanceId, startedFor: due.at, missed, next }
        if (!(await advanceSchedule(tx, schedule, advance))) throw new LeaseLost()
      },
    })
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
  }
}

/** The moment that is due, how many were missed before, and the one that comes next. */
export async function chooseDue(
  { db, processes, now }: Pick<UnattendedDeps, 'db' | 'processes' | 'now'>,
  schedule: Omit<LeasedSchedule, 'leaseId'>,
) {
  const { tenantId, definitionId, nodeId, timing: times, since } = schedule
  const calendar = await calendarOf(db, tenantId)
  const process = await processes.get(tenantId, definitionId)
  const content = contentOf(process.nodes.get(nodeId))
  const counted = { times, since, calendar }
  const { due, missed } = choose(counted, content, schedule, now())
  // Not its own place once more, which a change of the calendar may have moved behind it.
  const next = firstAfter(counted, due.at, due.place + 1)
  return { process, content, calendar, due, missed, next }
}

function toOccasion(
  { tenantId, id, bizType, ...schedule }: LeasedSchedule,
  given: { readonly content: TimedContent; readonly due: Due; readonly calendar: WorkingCalendar },
) {
  const { content, due, calendar } = given
  const { definitionKey, definitionName } = schedule
  const { at: dueAt, day: dueDay, month: dueMonth, year: dueYear } = momentIn(calendar, due.at)
  const at = due.at.toISOString()
  return {
    tenantId,
    bizType,
    definition: {
      id: schedule.definitionId,
      key: definitionKey,
      version: schedule.definitionVersion,
      name: definitionName,
    },
    content,
    seen: {
      dueAt,
      dueDay,
      dueMonth,
      dueYear,
      occurrence: BigInt(due.place + 1),
    } satisfies Record<keyof (typeof localsOfStart)['time'], unknown>,
    usual: { bizId: `${definitionKey}-${at}`, title: `${definitionName} ${dueDay}` },
    // The schedule stays the same when another version of the process goes on with it.
    idempotencyKey: `time:${id}:${at}`,
    requireAllowed: (declared: BizTypeRow) => {
      if (!mayStartByTime(declared)) throw problems.start_by_time_refused()
    },
  }
}

function contentOf(node: unknown): TimedContent {
  const { startedBy } = node as StartNode
  if (startedBy?.on === 'time') return startedBy.content
  throw new Error('a schedule of what is no start by time')
}

/** So many are counted of those that were missed. */
const MAX_MISSED = 1000

/** The moment that a start is made for: after an outage the last one counts, or each, as the event says. */
function choose(
  counted: Parameters<typeof lastUntil>[0],
  { missed: policy }: TimedContent,
  { place, dueAt }: Pick<LeasedSchedule, 'place' | 'dueAt'>,
  now: Date,
): { readonly due: Due; readonly missed: number } {
  const first = { place, at: dueAt }
  const due = policy === 'each' ? first : lastUntil(counted, now, first)
  let missed = 0
  for (let one: Due | undefined = first; one !== undefined && one.at < due.at; missed += 1) {
    if (missed === MAX_MISSED) break
    one = firstAfter(counted, one.at, one.place + 1)
  }
  return { due, missed }
}

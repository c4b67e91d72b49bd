// A start that is due is made exactly once: the schedule goes on in the transaction that makes it, under the lease, and
// the start takes a key of schedule and moment.
//
// Kept by: services/bpm/src/features/start-schedules/start-schedules.test.ts "starts once for each moment, however many workers there are"
// Kept by: services/bpm/src/features/start-schedules/kills.test.ts "loses and doubles no start when processes are killed at random"
import { contentHash } from '@countersign/service-kit/content-hash'
import type { CompiledProcess, StartNode, TimedContent } from '../../core/definition/graph.ts'
import { mayStartByTime } from '../../core/start-permit.ts'
import { firstAfter, lastUntil, type Due } from '../../core/start-times.ts'
import type { Variables } from '../../core/variables.ts'
import type { WorkingCalendar } from '../../core/working-time.ts'
import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findBizType, type BizTypeRow } from '../../runtime/load/biz-types.ts'
import { calendarOf } from '../../runtime/people/calendars.ts'
import { checkedVariables } from '../../runtime/people/named.ts'
import type { StartKey } from '../../runtime/write/locked.ts'
import { contentFor } from './content.ts'
import { advanceSchedule, type LeasedSchedule } from './queries.ts'

type StartDeps = Pick<Deps, 'db' | 'writer' | 'now' | 'directory' | 'processes' | 'engineOptions'>

/** Makes a start that is checked, as features/instances does it. */
export type MakeStart = (deps: StartDeps, start: TimedStart) => Promise<unknown>

export type ScheduleDeps = StartDeps & Pick<Deps, 'log'> & { readonly makeStart: MakeStart }

interface TimedStart {
  readonly key: StartKey
  readonly requestHash: Buffer
  readonly body: {
    readonly bizType: string
    readonly bizId: string
    readonly title: string
    readonly definitionId: string
    readonly variables: Variables
    readonly idempotencyKey: string
  }
  readonly prepared: {
    readonly bizType: BizTypeRow
    readonly definition: {
      readonly id: string
      readonly key: string
      readonly version: number
      readonly name: string
    }
    readonly variables: Variables
    readonly initiatorName: string
    readonly copied: readonly []
  }
  readonly process: CompiledProcess
  readonly begin: string
  readonly by: { readonly actor: typeof actor; readonly details: Readonly<Record<string, unknown>> }
  readonly first: (tx: Tx, instanceId: string) => Promise<void>
}

/** Who the log and events name where nobody acted. */
const actor = { kind: 'service', id: 'timer', name: 'Timer' } as const

/** Others have made the start meanwhile, or another version was published: it is no business of this lease. */
class LeaseLost extends Error {}

/**
 * Makes the start that is due, and goes on to the next moment.
 *
 * @throws `bpm.start_by_time_refused`, `bpm.start_initiator_unknown`, `bpm.variables_invalid`, `bpm.process_stuck`,
 *   `bpm.biz_type_unknown`, `bpm.directory_unavailable`: it is not made, and stays due.
 */
export async function startDue(deps: ScheduleDeps, schedule: LeasedSchedule): Promise<void> {
  const { tenantId, nodeId } = schedule
  const calendar = await calendarOf(deps.db, tenantId)
  const process = await deps.processes.get(tenantId, schedule.definitionId)
  const content = contentOf(process.nodes.get(nodeId))
  const counted = { times: schedule.timing, since: schedule.since, calendar }
  const { due, missed } = choose(counted, content, schedule, deps.now())
  const said = await prepare(deps, schedule, { content, due, calendar })
  const dueAt = due.at.toISOString()
  const details = { start: { node: nodeId, dueAt, ...(missed === 0 ? {} : { missed }) } }
  const next = firstAfter(counted, due.at, due.place)
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

/** Who starts what, with values that the business type takes. */
async function prepare(
  deps: ScheduleDeps,
  schedule: LeasedSchedule,
  given: { readonly content: TimedContent; readonly due: Due; readonly calendar: WorkingCalendar },
): Promise<Pick<TimedStart, 'key' | 'body' | 'prepared'>> {
  const { tenantId, definitionId, definitionName } = schedule
  const { content, due } = given
  const bizType = await findBizType(deps.db, tenantId, schedule.bizType)
  if (bizType === undefined) throw problems.biz_type_unknown()
  if (!mayStartByTime(bizType)) throw problems.start_by_time_refused()
  const { id: initiatorId, name: initiatorName } = await findInitiator(deps, tenantId, content)
  const at = due.at.toISOString()
  const usual = {
    bizId: `${schedule.definitionKey}-${at}`,
    title: `${definitionName} ${at.slice(0, 10)}`,
  }
  const said = contentFor(content, { ...given, initiatorId, usual })
  const variables = await checkedVariables(deps.directory, tenantId, {
    declared: bizType.variables,
    values: said.variables,
    pointer: '/variables',
    partial: false,
  })
  // The schedule stays the same when another version of the process goes on with it.
  const idempotencyKey = `time:${schedule.id}:${at}`
  const definition = {
    id: definitionId,
    key: schedule.definitionKey,
    version: schedule.definitionVersion,
    name: definitionName,
  }
  return {
    key: { tenantId, initiatorId, idempotencyKey },
    body: { bizType: bizType.code, definitionId, ...said, variables, idempotencyKey },
    prepared: { bizType, definition, variables, initiatorName, copied: [] },
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
  { place, dueAt }: LeasedSchedule,
  now: Date,
): { readonly due: Due; readonly missed: number } {
  const first = { place, at: dueAt }
  const due = policy === 'each' ? first : lastUntil(counted, now, first)
  let missed = 0
  for (let one: Due | undefined = first; one !== undefined && one.at < due.at; missed += 1) {
    if (missed === MAX_MISSED) break
    one = firstAfter(counted, one.at, one.place)
  }
  return { due, missed }
}

async function findInitiator(
  { directory }: Pick<Deps, 'directory'>,
  tenantId: string,
  { initiator: ref }: TimedContent,
) {
  const key = `user:${ref}`
  const answers = await directory.resolve(tenantId, [{ key, kind: 'user', ref }])
  const [id] = answers.get(key)?.userIds ?? []
  if (id === undefined)
    throw problems.start_initiator_unknown({ detail: `Nobody is called ${ref}.` })
  const user = (await directory.findUsers(tenantId, [id])).get(id)
  return { id, name: user?.displayName ?? id }
}

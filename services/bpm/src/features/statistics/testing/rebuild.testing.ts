import { Temporal } from 'temporal-polyfill'
import type { CompiledProcess } from '../../../core/definition/graph.ts'
import { apply, initialState, type EngineOptions } from '../../../core/engine/engine.ts'
import type { EngineTask } from '../../../core/engine/state.ts'
import type { Db } from '../../../db/schema.ts'
import type { TestService } from '../../../testing/service.testing.ts'
import type { SeriesView } from '../schema.ts'

/** A task as the log alone tells of it. */
interface Rebuilt {
  readonly instance: string
  readonly node: string
  opened: number | undefined
  ended: number | undefined
  due: number | undefined
  status: EngineTask['state']
  isDecided: boolean
}

export interface Log {
  readonly tasks: readonly Rebuilt[]
  readonly starts: readonly number[]
  readonly resubmissions: readonly { readonly instance: string; readonly at: number }[]
  /** What was done at all. */
  readonly kinds: ReadonlySet<string>
}

const ended = new Set(['APPROVED', 'REJECTED', 'RETURNED', 'TRANSFERRED', 'SKIPPED', 'CANCELLED'])

/**
 * What became of every task of a tenant, computed anew by the engine from the commands of the log and their times. No
 * table but the log, the definitions and who started is read.
 *
 * @param dueHours After how many hours each visit to a node is due.
 */
export async function rebuild(
  { deps: { db, processes, engineOptions } }: TestService,
  tenantId: string,
  dueHours: number,
): Promise<Log> {
  const log = await readLog(db, tenantId)
  const tasks: Rebuilt[] = []
  for (const entries of Map.groupBy(log, ({ instance }) => instance).values()) {
    const [first] = entries
    if (first === undefined) continue
    const process = await processes.get(tenantId, first.definitionId)
    tasks.push(...replay({ process, entries, options: engineOptions, dueHours }))
  }
  return {
    tasks,
    starts: log.filter(({ command }) => command?.kind === 'start').map(({ at }) => at.getTime()),
    resubmissions: log
      .filter(({ command }) => command?.kind === 'resubmit')
      .map(({ instance, at }) => ({ instance, at: at.getTime() })),
    kinds: new Set(log.flatMap(({ command }) => command?.kind ?? [])),
  }
}

const readLog = (db: Db, tenantId: string) =>
  db
    .selectFrom('instance_actions as action')
    .innerJoin('process_instances as instance', (join) =>
      join
        .onRef('instance.tenant_id', '=', 'action.tenant_id')
        .onRef('instance.id', '=', 'action.instance_id'),
    )
    .where('action.tenant_id', '=', tenantId)
    .select(['action.instance_id as instance', 'action.at', 'action.command', 'action.answers'])
    .select(['instance.initiator_id as initiator', 'instance.definition_id as definitionId'])
    .orderBy('action.instance_id')
    .orderBy('action.sequence')
    .execute()

type Entry = Awaited<ReturnType<typeof readLog>>[number]

/** The tasks of one approval, by the engine. */
function replay({
  process,
  entries,
  options,
  dueHours,
}: {
  readonly process: CompiledProcess
  readonly entries: readonly Entry[]
  readonly options: EngineOptions
  readonly dueHours: number
}): Iterable<Rebuilt> {
  const tasks = new Map<number, Rebuilt>()
  const dues = new Map<number, number>()
  let state = initialState(entries[0]?.initiator ?? '', { amount: 2500 })
  for (const { instance, at, command, answers } of entries) {
    if (command === null || command.kind === 'migrate') throw new Error('not of this test')
    const outcome = apply(process, state, command, new Map(Object.entries(answers ?? {})), options)
    if (outcome.kind !== 'applied') throw new Error(JSON.stringify(outcome))
    state = outcome.state
    const now = at.getTime()
    for (const effect of outcome.effects) {
      if (effect.kind !== 'taskCreated' && effect.kind !== 'taskChanged') continue
      const { key, activation, node, state: status } = effect.task
      const task = tasks.get(key) ?? { ...unknown, instance, node, status }
      tasks.set(key, task)
      if (!dues.has(activation)) dues.set(activation, now + dueHours * 3_600_000)
      task.due = dues.get(activation)
      const isEnded = ended.has(status)
      if (!isEnded && status !== 'WAITING') task.opened ??= now
      task.ended = isEnded ? (task.ended ?? now) : undefined
      task.status = status
      const isActedOn = 'task' in command && command.task === key
      task.isDecided = isEnded && (isActedOn || task.isDecided)
    }
  }
  return tasks.values()
}

const unknown = { opened: undefined, ended: undefined, due: undefined, isDecided: false } as const

type Bucket = Pick<SeriesView['points'][number], 'from' | 'until'>

const isIn = ({ from, until }: Bucket, at: number | undefined) =>
  at !== undefined && at >= Date.parse(from) && at < Date.parse(until)

/** What happened to approvals in a bucket, counted in the plainest way. */
export function countFlow({ starts, resubmissions }: Log, bucket: Bucket) {
  const again = resubmissions.filter(({ at }) => isIn(bucket, at))
  return {
    started: starts.filter((at) => isIn(bucket, at)).length,
    resubmitted: again.length,
    reworked: new Set(again.map(({ instance }) => instance)).size,
  }
}

/** What happened to tasks in a bucket. */
export function countTasks(tasks: readonly Rebuilt[], bucket: Bucket) {
  const decided = tasks.filter((task) => isIn(bucket, task.ended) && isDecision(task))
  const took = decided
    .map((task) => ((task.ended ?? 0) - (task.opened ?? 0)) / 1000)
    .toSorted((a, b) => a - b)
  return {
    decided: decided.length,
    returned: decided.filter(({ status }) => status === 'RETURNED').length,
    breached: tasks.filter((task) => isIn(bucket, task.due) && wasOpenAt(task, task.due)).length,
    waiting: tasks.filter((task) => isWaitingAt(task, Date.parse(bucket.until))).length,
    medianSeconds: quantile(took, 0.5),
    p90Seconds: quantile(took, 0.9),
  }
}

const isDecision = ({ isDecided, status }: Rebuilt) =>
  isDecided && ['APPROVED', 'REJECTED', 'RETURNED'].includes(status)

const wasOpenAt = ({ opened, ended: end }: Rebuilt, at = 0) =>
  opened !== undefined && opened <= at && (end === undefined || end > at)

const isWaitingAt = ({ opened, ended: end }: Rebuilt, at: number) =>
  opened !== undefined && opened < at && (end === undefined || end >= at)

function quantile(sorted: readonly number[], part: number): number | null {
  if (sorted.length === 0) return null
  const place = (sorted.length - 1) * part
  const [below, above] = [Math.floor(place), Math.ceil(place)]
  return (sorted[below] ?? 0) + ((sorted[above] ?? 0) - (sorted[below] ?? 0)) * (place - below)
}

/** The Monday of a moment where people are. */
export const mondayOf = (at: number, timeZone: string): string => {
  const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
}

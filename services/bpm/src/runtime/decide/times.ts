import type { EngineState, EngineTask, Timer, TimerMoment } from '../../core/engine/state.ts'
import { problems } from '../../problems.ts'
import type { InstanceRow, TaskRow } from '../load/instances.ts'
import type { Refusal } from '../load/snapshot.ts'
import { needTimes, type Known, type Needs } from './known.ts'
import type { TimerRows } from './recording.ts'

/** What an action comes to in times: rows of timers, and when its tasks are due. */
export interface PlannedTimes {
  readonly kind: 'planned'
  readonly timers: TimerRows
  readonly dueOf: (task: EngineTask) => Date | null
}

interface Given {
  readonly before: InstanceRow
  readonly next: InstanceRow
  readonly rows: ReadonlyMap<number, TaskRow>
}

/**
 * Works out the times of an applied action. A row of a timer is there exactly as long as something
 * waits for it. All tasks of one visit to a node are due at the same time, also those that come later
 * by a transfer or an add-sign.
 *
 * @returns a refusal, `bpm.process_stuck` (422), when a computed text is no time.
 */
export function planTimes(
  { before, next, rows }: Given,
  known: Pick<Known, 'times'>,
): PlannedTimes | Needs | Refusal {
  const waited = live(before)
  const waits = live(next)
  const gone = [...waited.keys()].filter((number) => !waits.has(number))
  const missing = [...waits.values()].filter(({ id }) => !waited.has(id))
  const dues = duesOf(rows)
  const coming = next.execution.activations.flatMap(({ id, node, due }) =>
    due === undefined || dues.has(id) ? [] : [{ id, node, when: due }],
  )
  const dates = toDates([...coming, ...missing], next.updatedAt, known)
  if (dates.kind !== 'dates') return dates
  for (const { id, date } of dates.of.slice(0, coming.length)) dues.set(id, date)
  const set = dates.of.slice(coming.length).map(({ id, date }) => ({ number: id, dueAt: date }))
  const held = next.status === 'SUSPENDED'
  const stays = held === (before.status === 'SUSPENDED') || waits.size === 0
  const timers = { gone, set, ...(stays ? {} : { held }) }
  return { kind: 'planned', timers, dueOf: ({ activation }) => dues.get(activation) ?? null }
}

function duesOf(rows: Given['rows']): Map<number, Date> {
  const dues = new Map<number, Date>()
  for (const { activation, due_at: dueAt } of rows.values()) {
    if (activation !== null && dueAt !== null) dues.set(activation, dueAt)
  }
  return dues
}

interface Moment {
  readonly id: number
  readonly node: string
  readonly when: TimerMoment
}

function toDates(
  moments: readonly Moment[],
  from: Date,
  { times }: Pick<Known, 'times'>,
):
  | { readonly kind: 'dates'; readonly of: readonly { readonly id: number; readonly date: Date }[] }
  | Needs
  | Refusal {
  if (moments.length === 0) return { kind: 'dates', of: [] }
  if (times === undefined) return needTimes
  const dated: { id: number; date: Date }[] = []
  for (const { id, node, when } of moments) {
    const date = times.toDate(when, from)
    if (!(date instanceof Date)) {
      const detail = `a time that ${node} computes is ${date.fault}`
      return {
        kind: 'refused',
        problem: problems.process_stuck({ detail, members: { names: [node] } }),
      }
    }
    dated.push({ id, date })
  }
  return { kind: 'dates', of: dated }
}

const live = ({ execution }: Pick<EngineState, 'execution'>): Map<number, Timer> =>
  new Map((execution.timers ?? []).filter(({ left }) => left > 0).map((timer) => [timer.id, timer]))

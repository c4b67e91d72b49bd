import type { EngineState, EngineTask, Timer, TimerMoment } from '../../core/engine/state.ts'
import type { WorkingCalendar } from '../../core/working-time.ts'
import type { Db } from '../../db/schema.ts'
import { problems } from '../../problems.ts'
import { calendarOf } from '../load/calendars.ts'
import type { InstanceRow, TaskRow } from '../load/instances.ts'
import type { TimerRows } from './recording.ts'

/**
 * What an action changes of the rows of timers: one is there exactly as long as something waits for
 * it.
 */
export async function planTimers(
  db: Db,
  before: InstanceRow,
  next: InstanceRow,
): Promise<TimerRows> {
  const waited = live(before)
  const waits = live(next)
  const gone = [...waited.keys()].filter((number) => !waits.has(number))
  const missing = [...waits.values()].filter(({ id }) => !waited.has(id))
  const set: { number: number; dueAt: Date }[] = []
  for (const timer of missing) {
    const calendar = await calendarOf(db, next.tenantId)
    set.push({ number: timer.id, dueAt: await toDate(timer, next.updatedAt, calendar) })
  }
  const held = next.status === 'SUSPENDED'
  const stays = held === (before.status === 'SUSPENDED') || waits.size === 0
  return { gone, set, ...(stays ? {} : { held }) }
}

/**
 * Works out when the tasks of an applied action are due. All tasks of one visit to a node are due
 * at the same time, also those that come later by a transfer or an add-sign.
 */
export async function prepareDues(
  db: Db,
  tenantId: string,
  { book }: EngineState,
  given: { rows: ReadonlyMap<number, TaskRow>; at: Date },
): Promise<(task: EngineTask) => Date | null> {
  const dues = new Map<number, Date>()
  for (const { activation, due_at: dueAt } of given.rows.values()) {
    if (activation !== null && dueAt !== null) dues.set(activation, dueAt)
  }
  for (const { id, node, due } of book.activations) {
    if (due === undefined || dues.has(id)) continue
    dues.set(id, await toDate({ node, when: due }, given.at, await calendarOf(db, tenantId)))
  }
  return ({ activation }) => dues.get(activation) ?? null
}

/** @throws `bpm.process_stuck` (422) when a computed text is no time. */
async function toDate(
  { node, when }: { readonly node: string; readonly when: TimerMoment },
  from: Date,
  calendar: WorkingCalendar,
): Promise<Date> {
  const { addTime, addWorkingTime, DurationInvalid, readMoment } =
    await import('../../core/working-time.ts')
  try {
    if (when.kind === 'at') return readMoment(when.text, calendar)
    return (when.working ? addWorkingTime : addTime)(from, when.text, calendar)
  } catch (error) {
    if (!(error instanceof DurationInvalid)) throw error
    const detail = `a time that ${node} computes is ${error.message}`
    throw problems.process_stuck({ detail, members: { names: [node] } })
  }
}

const live = ({ book }: InstanceRow): Map<number, Timer> =>
  new Map((book.timers ?? []).filter(({ left }) => left > 0).map((timer) => [timer.id, timer]))

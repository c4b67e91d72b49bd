import type { EngineState, EngineTask, Timer, TimerMoment } from '../core/engine/state.ts'
import type { WorkingCalendar } from '../core/working-time.ts'
import type { Tx } from '../db/schema.ts'
import { problems } from '../problems.ts'
import { calendarOf } from './calendars.ts'
import type { InstanceRow, TaskRow } from './instances.ts'

/**
 * Brings the rows of timers in line with the state that an action has led to. Under the lock of the
 * instance, in the transaction that writes the state: a timer is there exactly as long as something
 * waits for it.
 */
export async function writeTimers(tx: Tx, before: InstanceRow, next: InstanceRow): Promise<void> {
  const waited = live(before)
  const waits = live(next)
  const gone = [...waited.keys()].filter((number) => !waits.has(number))
  const set = [...waits.values()].filter(({ id }) => !waited.has(id))
  if (gone.length > 0) await deleteTimers(tx, next, gone)
  if (set.length > 0) {
    const calendar = await calendarOf(tx, next.tenantId)
    const rows = set.map(async ({ id, when }) => ({
      tenant_id: next.tenantId,
      instance_id: next.id,
      number: id,
      due_at: await toDate(when, next.updatedAt, calendar),
    }))
    await tx
      .insertInto('timers')
      .values(await Promise.all(rows))
      .execute()
  }
  const held = next.status === 'SUSPENDED'
  if (held !== (before.status === 'SUSPENDED') && waits.size > 0) {
    await tx
      .updateTable('timers')
      .set({ held })
      .where('tenant_id', '=', next.tenantId)
      .where('instance_id', '=', next.id)
      .execute()
  }
}

/**
 * Works out when the tasks of an applied action are due. All tasks of one visit to a node are due
 * at the same time, also those that come later by a transfer or an add-sign.
 */
export async function prepareDues(
  tx: Tx,
  tenantId: string,
  { book }: EngineState,
  given: { rows: ReadonlyMap<number, TaskRow>; at: Date },
): Promise<(task: EngineTask) => Date | null> {
  const dues = new Map<number, Date>()
  for (const { activation, due_at: dueAt } of given.rows.values()) {
    if (activation !== null && dueAt !== null) dues.set(activation, dueAt)
  }
  for (const { id, due } of book.activations) {
    if (due === undefined || dues.has(id)) continue
    dues.set(id, await toDate(due, given.at, await calendarOf(tx, tenantId)))
  }
  return ({ activation }) => dues.get(activation) ?? null
}

/** @throws `bpm.process_stuck` (422) when a computed text is no time. */
async function toDate(when: TimerMoment, from: Date, calendar: WorkingCalendar): Promise<Date> {
  const { addTime, addWorkingTime, DurationInvalid, readMoment } =
    await import('../core/working-time.ts')
  try {
    if (when.kind === 'at') return readMoment(when.text, calendar)
    return (when.working ? addWorkingTime : addTime)(from, when.text, calendar)
  } catch (error) {
    if (!(error instanceof DurationInvalid)) throw error
    throw problems.process_stuck({ detail: error.message })
  }
}

const live = ({ book }: InstanceRow): Map<number, Timer> =>
  new Map((book.timers ?? []).filter(({ left }) => left > 0).map((timer) => [timer.id, timer]))

async function deleteTimers(
  tx: Tx,
  { tenantId, id }: InstanceRow,
  numbers: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('timers')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', id)
    .where('number', 'in', numbers)
    .execute()
}

// What publishing a process means to its starts by time. Runs under the lock of its key.
//
// Kept by: services/bpm/src/features/start-schedules/start-schedules.test.ts "goes on with the version that is published then"
import { uuidv7 } from 'uuidv7'
import { eventStartsOf } from '../../core/definition/events/event-starts.ts'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { StartTimes } from '../../core/start-times.ts'
import type { Tx } from '../../db/schema.ts'
import { problems } from '../../problems.ts'
import { calendarOf } from '../../runtime/people/calendars.ts'
import {
  deleteSchedules,
  handOver,
  insertSchedules,
  lockSchedules,
} from '../start-schedules/queries.ts'

interface Published {
  readonly id: string
  readonly key: string
  readonly bizType: string
  readonly at: Date
}

/**
 * Brings the schedules of a process in line with the version that is published. An event that times its starts as
 * before goes on where it was, so nothing is started twice and nothing is lost; one that is new, or times them
 * otherwise, begins with the first moment after the publication.
 *
 * @throws `bpm.definition_invalid` (422) where the calendar of the tenant has no working time.
 */
export async function planSchedules(
  tx: Tx,
  tenantId: string,
  process: CompiledProcess,
  published: Published,
): Promise<void> {
  const events = eventStartsOf(process, 'time')
  const known = await lockSchedules(tx, tenantId, published.key)
  const same = known.filter((schedule) =>
    events.some(
      ({ id, startedBy: { times } }) => id === schedule.nodeId && isSame(times, schedule.timing),
    ),
  )
  const over = known.filter((schedule) => !same.includes(schedule))
  if (over.length > 0)
    await deleteSchedules(
      tx,
      tenantId,
      over.map(({ id }) => id),
    )
  if (same.length > 0)
    await handOver(
      tx,
      tenantId,
      same.map(({ id }) => id),
      published,
    )
  const fresh = events.filter(({ id }) => same.every(({ nodeId }) => nodeId !== id))
  if (fresh.length === 0) return
  const { firstAfter } = await import('../../core/start-times.ts')
  const { DurationInvalid } = await import('../../core/working-time.ts')
  const calendar = await calendarOf(tx, tenantId)
  const { at: since } = published
  const schedules = fresh.map(({ id: nodeId, startedBy: { times } }) => {
    try {
      const due = firstAfter({ times, since, calendar }, since)
      return { id: uuidv7(), nodeId, timing: times, due }
    } catch (error) {
      if (!(error instanceof DurationInvalid)) throw error
      const fault = { element: nodeId, code: 'timer_invalid', message: error.message }
      throw problems.definition_invalid({ members: { problems: [fault] } })
    }
  })
  await insertSchedules(tx, tenantId, published, { since, schedules })
}

/** Nothing is started by time any more along a process that is retired. */
export async function endSchedules(tx: Tx, tenantId: string, key: string): Promise<void> {
  const known = await lockSchedules(tx, tenantId, key)
  if (known.length > 0)
    await deleteSchedules(
      tx,
      tenantId,
      known.map(({ id }) => id),
    )
}

/** Both are flat; the database keeps no order of members. */
function isSame(one: StartTimes, other: StartTimes): boolean {
  const membersOf = (times: StartTimes) => JSON.stringify(Object.entries(times).toSorted())
  return membersOf(one) === membersOf(other)
}

import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import {
  EVENT_RETENTION_DAYS,
  type DeliveryOutcome,
  type LaneProgress,
} from '../../../core/delivery.ts'
import type { Db } from '../../../db/schema.ts'
import type { LeasedLane } from './lease-queries.ts'

/** One try, for the log. */
export interface AttemptRow {
  readonly id: string
  readonly tenantId: string
  readonly eventId: string
  readonly attemptedAt: Date
  readonly durationMs: number
  readonly outcome: DeliveryOutcome
  readonly httpStatus: number | null
  readonly responseExcerpt: string | null
}

/** How a lane is given back. */
export interface LaneResult {
  readonly lane: Pick<LeasedLane, 'tenantId' | 'instanceId' | 'leaseId'>
  readonly progress: LaneProgress
  /** Whether an event was acknowledged that never was before: failures before it are forgotten. */
  readonly advanced: boolean
  readonly blocked: boolean
  readonly delayMs: number
  readonly attempts: readonly AttemptRow[]
}

/**
 * Gives lanes back and writes the log of attempts, in one statement. A lane whose lease another
 * process has taken over is left as that process has it.
 *
 * Kept by: services/bpm/src/features/deliveries/dispatch/recorder.test.ts "takes no result for a lease that ended and was taken over"
 *
 * @returns the instances whose lanes were given back.
 */
export async function recordResults(db: Db, given: readonly LaneResult[]): Promise<string[]> {
  // Mostly in the order in which actions write to lanes, so that each waits for the other in turn: the plan decides.
  const results = given.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  const { rows } = await sql<{ instanceId: string }>`
    with result as (
      ${resultRows(results)}
    ), given_back as (
      update delivery_lanes as lane set ${afterResult}
      from result
      where lane.tenant_id = result.tenant_id and lane.instance_id = result.instance_id
        and lane.lease_id = result.lease_id
      returning lane.tenant_id, lane.instance_id, lane.next_sequence, lane.blocked_at
    ), logged as (
      insert into delivery_attempts
        (id, tenant_id, event_id, attempted_at, duration_ms, outcome, http_status, response_excerpt)
      ${attemptRows(results.flatMap(({ attempts }) => attempts))}
      union all
      -- Who asks why their application does not hear finds the end of the trying in the log.
      select ${uuidv7()}::uuid, event.tenant_id, event.event_id, now(), 0, 'blocked', null, null
      from given_back as lane join delivery_events as event on event.tenant_id = lane.tenant_id
        and event.instance_id = lane.instance_id and event.sequence = lane.next_sequence
      where lane.blocked_at is not null
    )
    select instance_id as "instanceId" from given_back`.execute(db)
  return rows.map(({ instanceId }) => instanceId)
}

const placeOf = ({ lane }: LaneResult) => `${lane.tenantId} ${lane.instanceId}`

const resultRows = (results: readonly LaneResult[]) => sql`
  select * from unnest(
    ${results.map(({ lane }) => lane.tenantId)}::uuid[],
    ${results.map(({ lane }) => lane.instanceId)}::uuid[],
    ${results.map(({ lane }) => lane.leaseId)}::uuid[],
    ${results.map(({ progress }) => progress.nextSequence)}::integer[],
    ${results.map(({ progress }) => progress.acknowledgedSequence)}::integer[],
    ${results.map(({ progress }) => progress.attempts)}::integer[],
    ${results.map(({ advanced }) => advanced)}::boolean[],
    ${results.map(({ blocked }) => blocked)}::boolean[],
    ${results.map(({ delayMs }) => delayMs)}::integer[]
  ) as result (tenant_id, instance_id, lease_id, next_sequence, acknowledged_sequence,
    attempts, advanced, blocked, delay_ms)`

/** The columns of a lane that comes back: it waits, is blocked (a dead letter), or is empty. */
const afterResult = sql`
  next_sequence = result.next_sequence,
  acknowledged_sequence = greatest(lane.acknowledged_sequence, result.acknowledged_sequence),
  lease_id = null,
  -- With nothing left to send it fails no more, also where the last attempts repeated old events.
  attempts = case when result.next_sequence > lane.last_sequence then 0 else result.attempts end,
  failing_since = case
    when result.attempts = 0 or result.next_sequence > lane.last_sequence then null
    when result.advanced then now()
    else coalesce(lane.failing_since, now())
  end,
  blocked_at = case when result.blocked then now() end,
  -- The row as it is now, under its lock: events may have come while this lane was away.
  due_at = case when not result.blocked and result.next_sequence <= lane.last_sequence
    then now() + result.delay_ms * interval '1 millisecond' end,
  prune_at = case when not result.blocked and result.next_sequence > lane.last_sequence
    then now() + ${EVENT_RETENTION_DAYS} * interval '1 day' end`

const attemptRows = (attempts: readonly AttemptRow[]) => sql`
  select * from unnest(
    ${attempts.map(({ id }) => id)}::uuid[],
    ${attempts.map(({ tenantId }) => tenantId)}::uuid[],
    ${attempts.map(({ eventId }) => eventId)}::uuid[],
    ${attempts.map(({ attemptedAt }) => attemptedAt.toISOString())}::timestamptz[],
    ${attempts.map(({ durationMs }) => durationMs)}::integer[],
    ${attempts.map(({ outcome }) => outcome)}::text[],
    ${attempts.map(({ httpStatus }) => httpStatus)}::smallint[],
    ${attempts.map(({ responseExcerpt }) => responseExcerpt)}::text[]
  )`

import { sql } from 'kysely'
import type { StartTimes } from '../../core/start-times.ts'
import type { Db, Tx } from '../../db/schema.ts'
import type { StartFailure } from '../../runtime/starts/failures.ts'

/** A schedule whose due start this process may make until its lease runs out. */
export interface LeasedSchedule {
  readonly tenantId: string
  readonly id: string
  readonly nodeId: string
  readonly bizType: string
  readonly definitionId: string
  readonly definitionKey: string
  readonly definitionVersion: number
  readonly definitionName: string
  readonly timing: StartTimes
  readonly since: Date
  readonly place: number
  readonly dueAt: Date
  readonly leaseId: string
  readonly attempts: number
}

interface Lease {
  readonly leaseId: string
  readonly leaseSeconds: number
  readonly now: Date
}

const returned = sql`
  returning schedule.tenant_id as "tenantId", schedule.id, node_id as "nodeId",
    schedule.biz_type as "bizType", definition_id as "definitionId",
    definition.key as "definitionKey", definition.version as "definitionVersion",
    definition.name as "definitionName", timing, since, place, due_at as "dueAt",
    lease_id as "leaseId", attempts`

/**
 * Takes schedules of which a start is due, those first that wait longest. What others hold is passed over; what a
 * process that died has held can be taken once its lease has run out, by the database's clock.
 */
export async function leaseSchedules(
  db: Db,
  { leaseId, leaseSeconds, now, limit }: Lease & { readonly limit: number },
): Promise<LeasedSchedule[]> {
  const { rows } = await sql<LeasedSchedule>`
    with due as materialized (
      select tenant_id, id from start_schedules
      where due_at <= ${now} and (leased_until is null or leased_until <= clock_timestamp())
      order by due_at
      limit ${limit}
      for update skip locked
    )
    update start_schedules as schedule set
      lease_id = ${leaseId},
      leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from definitions as definition
    where (schedule.tenant_id, schedule.id) in (table due)
      and definition.tenant_id = schedule.tenant_id and definition.id = schedule.definition_id
    ${returned}`.execute(db)
  return rows
}

/** When the next start becomes due after `after`, ms since the epoch; Infinity where none does. */
export async function findNextDue(db: Db, after: Date): Promise<number> {
  const next = await db
    .selectFrom('start_schedules')
    .where('due_at', '>', after)
    .select('due_at')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return next?.due_at?.getTime() ?? Infinity
}

/** Takes one whose last attempt has failed, whatever pause it has; undefined where nothing is due or others are at it. */
export async function leaseFailing(
  db: Db,
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
  { leaseId, leaseSeconds, now }: Lease,
): Promise<LeasedSchedule | undefined> {
  const { rows } = await sql<LeasedSchedule>`
    update start_schedules as schedule set
      lease_id = ${leaseId},
      leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from definitions as definition
    where schedule.tenant_id = ${tenantId} and schedule.id = ${id}
      and due_at <= ${now} and (lease_id is null or leased_until <= clock_timestamp())
      and definition.tenant_id = ${tenantId} and definition.id = schedule.definition_id
    ${returned}`.execute(db)
  return rows[0]
}

/** What comes next when a start is made: nothing where the place is the last. */
export interface Advance {
  readonly instanceId: string
  readonly startedFor: Date
  readonly missed: number
  readonly next: { readonly place: number; readonly at: Date } | undefined
}

/** Goes on to the next moment; false when the lease is lost: others have made the start, or it must not be made. */
export async function advanceSchedule(
  tx: Tx,
  schedule: LeasedSchedule,
  { instanceId, startedFor, missed, next }: Advance,
): Promise<boolean> {
  const advanced = await byLease(tx, schedule)
    .set({
      place: next?.place ?? null,
      due_at: next?.at ?? null,
      last_due_at: startedFor,
      last_instance_id: instanceId,
      missed: sql<number>`missed + ${missed}`,
      ...untried,
    })
    .returning('id')
    .executeTakeFirst()
  return advanced !== undefined
}

/** Leaves a start to be tried again after a pause, with what went wrong. */
export async function postponeStart(
  db: Db,
  schedule: LeasedSchedule,
  { seconds, at, code, error }: StartFailure,
): Promise<void> {
  await byLease(db, schedule)
    .set({
      lease_id: null,
      leased_until: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
      attempts: sql<number>`attempts + 1`,
      failed_at: at,
      code,
      error,
    })
    .execute()
}

const byLease = (db: Db, { tenantId, id, leaseId }: LeasedSchedule) =>
  db
    .updateTable('start_schedules')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)

/** One whose start at a moment has failed, with what it takes to go on from there. */
export async function findFailing(
  db: Db,
  tenantId: string,
  id: string,
  dueAt: Date,
): Promise<FailingSchedule | undefined> {
  const { rows } = await sql<FailingSchedule>`
    select schedule.tenant_id as "tenantId", schedule.id, node_id as "nodeId",
      schedule.biz_type as "bizType", definition_id as "definitionId",
      definition.key as "definitionKey", definition.version as "definitionVersion",
      definition.name as "definitionName", timing, since, place, due_at as "dueAt", attempts,
      schedule.code, schedule.error
    from start_schedules as schedule join definitions as definition
      on definition.tenant_id = schedule.tenant_id and definition.id = schedule.definition_id
    where schedule.tenant_id = ${tenantId} and schedule.id = ${id}
      and due_at = ${dueAt} and failed_at is not null`.execute(db)
  return rows[0]
}

type FailingSchedule = Omit<LeasedSchedule, 'leaseId'> & {
  readonly code: string | null
  readonly error: string | null
}

/** Goes on to the next moment without a start, whoever holds a lease; false where this one does not fail any more. */
export async function passOver(
  tx: Tx,
  { tenantId, id, definitionId, dueAt }: FailingSchedule,
  { passed, next }: { readonly passed: number; readonly next: Advance['next'] },
): Promise<boolean> {
  const done = await tx
    .updateTable('start_schedules')
    .set({
      place: next?.place ?? null,
      due_at: next?.at ?? null,
      missed: sql<number>`missed + ${passed}`,
      ...untried,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('definition_id', '=', definitionId)
    .where('due_at', '=', dueAt)
    .where('failed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

const untried = {
  lease_id: null,
  leased_until: null,
  attempts: 0,
  failed_at: null,
  code: null,
  error: null,
} as const

/** The schedules of a process, locked: a start that is being made is waited for. */
export function lockSchedules(tx: Tx, tenantId: string, definitionKey: string) {
  return tx
    .selectFrom('start_schedules')
    .where('tenant_id', '=', tenantId)
    .where('definition_key', '=', definitionKey)
    .select(['id', 'node_id as nodeId', 'timing'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Another version of the process goes on with a schedule: what was tried along the old one is over. */
export async function handOver(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  definition: { readonly id: string; readonly bizType: string },
): Promise<void> {
  await tx
    .updateTable('start_schedules')
    .set({
      definition_id: definition.id,
      biz_type: definition.bizType,
      ...untried,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .execute()
}

export async function deleteSchedules(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('start_schedules')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .execute()
}

interface NewSchedule {
  readonly id: string
  readonly nodeId: string
  readonly timing: StartTimes
  readonly due: { readonly place: number; readonly at: Date } | undefined
}

export async function insertSchedules(
  tx: Tx,
  tenantId: string,
  definition: { readonly id: string; readonly key: string; readonly bizType: string },
  { since, schedules }: { readonly since: Date; readonly schedules: readonly NewSchedule[] },
): Promise<void> {
  await tx
    .insertInto('start_schedules')
    .values(
      schedules.map(({ id, nodeId, timing, due }) => ({
        tenant_id: tenantId,
        id,
        definition_key: definition.key,
        node_id: nodeId,
        definition_id: definition.id,
        biz_type: definition.bizType,
        timing: JSON.stringify(timing),
        since,
        place: due?.place ?? null,
        due_at: due?.at ?? null,
      })),
    )
    .execute()
}

const selectSchedules = (db: Db, tenantId: string) =>
  db
    .selectFrom('start_schedules as schedule')
    .innerJoin('definitions as definition', (join) =>
      join
        .onRef('definition.tenant_id', '=', 'schedule.tenant_id')
        .onRef('definition.id', '=', 'schedule.definition_id'),
    )
    .where('schedule.tenant_id', '=', tenantId)
    .select([
      'schedule.id as id',
      'schedule.node_id as nodeId',
      'schedule.biz_type as bizType',
      'schedule.definition_id as definitionId',
      'definition.key as definitionKey',
      'definition.version as definitionVersion',
      'definition.name as definitionName',
      'schedule.due_at as dueAt',
      'schedule.last_due_at as lastDueAt',
      'schedule.last_instance_id as lastInstanceId',
      'schedule.missed as missed',
      'schedule.attempts as attempts',
      'schedule.failed_at as failedAt',
      'schedule.code as code',
      'schedule.error as error',
    ])

export type ScheduleFound = NonNullable<Awaited<ReturnType<typeof findSchedule>>>

export const findSchedule = (db: Db, tenantId: string, id: string) =>
  selectSchedules(db, tenantId).where('schedule.id', '=', id).executeTakeFirst()

export interface ScheduleFilter {
  readonly bizType?: string
  readonly definitionKey?: string
  readonly state?: 'waiting' | 'failing' | 'ended'
  readonly beforeId?: string | undefined
  readonly limit: number
}

/** Newest first: ids are UUIDv7, so they sort by time. */
export function listSchedules(db: Db, tenantId: string, filter: ScheduleFilter) {
  const { bizType, definitionKey, state, beforeId, limit } = filter
  let query = selectSchedules(db, tenantId).orderBy('schedule.id', 'desc').limit(limit)
  if (bizType !== undefined) query = query.where('schedule.biz_type', '=', bizType)
  if (definitionKey !== undefined)
    query = query.where('schedule.definition_key', '=', definitionKey)
  if (beforeId !== undefined) query = query.where('schedule.id', '<', beforeId)
  if (state === 'failing') query = query.where('schedule.failed_at', 'is not', null)
  if (state === 'waiting') {
    query = query.where('schedule.due_at', 'is not', null).where('schedule.failed_at', 'is', null)
  }
  if (state === 'ended') query = query.where('schedule.due_at', 'is', null)
  return query.execute()
}

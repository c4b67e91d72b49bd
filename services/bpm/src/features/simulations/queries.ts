import { removedBy, type Removed } from '@countersign/service-kit/retention'
import { isErased } from '@countersign/service-kit/tenant-erased'
import { sql, type Insertable } from 'kysely'
import type { SimulationOutcome } from '../../core/simulation/compare.ts'
import type { Db, Tx } from '../../db/schema.ts'
import type { SimulationResultsTable, SimulationsTable } from '../../db/simulation-tables.ts'

const columns = [
  'simulation.tenant_id as tenantId',
  'simulation.id',
  'simulation.definition_id as definitionId',
  'simulation.definition_revision as definitionRevision',
  'definition.key as definitionKey',
  'definition.version as definitionVersion',
  'definition.biz_type as bizType',
  'simulation.ended_from as endedFrom',
  'simulation.ended_until as endedUntil',
  'simulation.total',
  'simulation.created_by as createdBy',
  'simulation.created_by_name as createdByName',
  'simulation.created_at as createdAt',
  'simulation.before_ended_at as beforeEndedAt',
  'simulation.before_id as beforeId',
  'simulation.worked_at as workedAt',
  'simulation.ended_at as endedAt',
  'simulation.cancelled',
] as const

export type SimulationRow = NonNullable<Awaited<ReturnType<typeof findSimulation>>>

const selectSimulations = (db: Db, tenantId: string) =>
  db
    .selectFrom('simulations as simulation')
    .innerJoin('definitions as definition', (join) =>
      join
        .onRef('definition.tenant_id', '=', 'simulation.tenant_id')
        .onRef('definition.id', '=', 'simulation.definition_id'),
    )
    .where('simulation.tenant_id', '=', tenantId)

export function findSimulation(db: Db, tenantId: string, id: string) {
  return selectSimulations(db, tenantId)
    .where('simulation.id', '=', id)
    .select(columns)
    .executeTakeFirst()
}

/** Newest first. */
export function listSimulations(
  db: Db,
  tenantId: string,
  filter: { definitionId?: string | undefined; beforeId?: string | undefined; limit: number },
) {
  let query = selectSimulations(db, tenantId)
    .select(columns)
    .orderBy('simulation.id', 'desc')
    .limit(filter.limit)
  if (filter.definitionId !== undefined) {
    query = query.where('simulation.definition_id', '=', filter.definitionId)
  }
  if (filter.beforeId !== undefined) query = query.where('simulation.id', '<', filter.beforeId)
  return query.execute()
}

/** The document that is tried, as it was when the simulation was asked for. */
export function getDocument(db: Db, tenantId: string, id: string) {
  return db
    .selectFrom('simulations')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .select(['bpmn_xml as bpmnXml', 'reads_foreign as readsForeign'])
    .executeTakeFirstOrThrow()
}

export async function insertSimulation(tx: Tx, row: Insertable<SimulationsTable>): Promise<void> {
  await tx.insertInto('simulations').values(row).execute()
}

export async function countUnderWay(db: Db, tenantId: string): Promise<number> {
  const { count } = await db
    .selectFrom('simulations')
    .where('tenant_id', '=', tenantId)
    .where('ended_at', 'is', null)
    .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('count'))
    .executeTakeFirstOrThrow()
  return count
}

interface Period {
  readonly key: string
  readonly from: Date
  readonly until: Date
}

/** Approvals of any version of a key that ended in a period. */
const selectEnded = (db: Db, tenantId: string, { key, from, until }: Period) =>
  db
    .selectFrom('process_instances as instance')
    .innerJoin('definitions as definition', (join) =>
      join
        .onRef('definition.tenant_id', '=', 'instance.tenant_id')
        .onRef('definition.id', '=', 'instance.definition_id'),
    )
    .where('instance.tenant_id', '=', tenantId)
    .where('definition.key', '=', key)
    .where('instance.ended_at', '>=', from)
    .where('instance.ended_at', '<', until)

export async function countEnded(
  db: Db,
  tenantId: string,
  { most, ...period }: Period & { readonly most: number },
): Promise<number> {
  const { count } = await db
    .selectFrom(selectEnded(db, tenantId, period).select('instance.id').limit(most).as('ended'))
    .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The next of them, the latest first. */
export function listEnded(
  db: Db,
  tenantId: string,
  {
    before,
    limit,
    ...period
  }: Period & {
    readonly before: { readonly endedAt: Date; readonly id: string } | undefined
    readonly limit: number
  },
) {
  let query = selectEnded(db, tenantId, period)
    .select([
      'instance.id',
      'instance.initiator_id as initiator',
      'instance.variables',
      'instance.status',
      'instance.ended_at as endedAt',
    ])
    .orderBy('instance.ended_at', 'desc')
    .orderBy('instance.id', 'desc')
    .limit(limit)
  if (before !== undefined) {
    query = query.where(
      sql<boolean>`(instance.ended_at, instance.id) < (${before.endedAt}, ${before.id}::uuid)`,
    )
  }
  return query.$narrowType<{ endedAt: Date }>().execute()
}

/** What the log says of an approval, as far as it can be repeated. */
export function listLog(db: Db, tenantId: string, instanceId: string, limit: number) {
  return db
    .selectFrom('instance_actions as action')
    .leftJoin('tasks as task', (join) =>
      join.onRef('task.tenant_id', '=', 'action.tenant_id').onRef('task.id', '=', 'action.task_id'),
    )
    .where('action.tenant_id', '=', tenantId)
    .where('action.instance_id', '=', instanceId)
    .select([
      'action.command',
      'action.details',
      'action.on_behalf_of_id as onBehalfOf',
      'task.node_id as node',
    ])
    .orderBy('action.sequence')
    .limit(limit)
    .execute()
}

/** The tasks of an approval that people could decide at some time. */
export function listTasks(db: Db, tenantId: string, instanceId: string, limit: number) {
  return db
    .selectFrom('tasks')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('kind', '=', 'decision')
    .where('opened_at', 'is not', null)
    .select([
      'key',
      'activation',
      'node_id as node',
      'node_name as name',
      'assignee_id as assignee',
      'owner_id as owner',
      'candidate_ids as candidates',
      'added_by as addedBy',
    ])
    .orderBy('key')
    .limit(limit)
    .execute()
}

export interface Lease {
  readonly leaseId: string
  readonly leaseSeconds: number
}

/**
 * Takes a run that nobody works on, for as long as the lease lasts by the database's clock: of each tenant the oldest
 * alone, and of these the one whose turn was the longest ago.
 */
export async function leaseSimulation(
  db: Db,
  lease: Lease,
): Promise<{ tenantId: string; id: string } | undefined> {
  const { rows } = await sql<{ tenantId: string; id: string }>`
    update simulations set
      lease_id = ${lease.leaseId},
      leased_until = clock_timestamp() + make_interval(secs => ${lease.leaseSeconds})
    where (tenant_id, id) in (
      select next.tenant_id, next.id from simulations as next
      where next.ended_at is null
        and (next.leased_until is null or next.leased_until <= clock_timestamp())
        and not ${isErased('next.tenant_id')}
        and not exists (
          select from simulations as earlier
          where earlier.tenant_id = next.tenant_id and earlier.ended_at is null and earlier.id < next.id)
      order by next.worked_at nulls first, next.created_at
      limit 1
      for update skip locked
    )
    returning tenant_id as "tenantId", id`.execute(db)
  return rows[0]
}

/** Holds a run on for as long again; answers whether it is still ours, and still wanted. */
export async function renewSimulation(
  db: Db,
  tenantId: string,
  id: string,
  { leaseId, leaseSeconds }: Lease,
): Promise<boolean> {
  const { rows } = await sql`
    update simulations set
      leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where tenant_id = ${tenantId} and id = ${id} and lease_id = ${leaseId} and ended_at is null
    returning id`.execute(db)
  return rows.length > 0
}

/** Locks the run of a lease that still holds; undefined when another worker has it, or it was cancelled. */
export function holdSimulation(tx: Tx, tenantId: string, id: string, leaseId: string) {
  return tx
    .selectFrom('simulations')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .where('ended_at', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
}

/** Writes what some approvals came to, and that the run goes on behind the last of them. */
export async function writeResults(
  tx: Tx,
  tenantId: string,
  id: string,
  given: {
    readonly results: readonly Insertable<SimulationResultsTable>[]
    readonly before: { readonly endedAt: Date; readonly id: string }
  },
): Promise<void> {
  await tx
    .insertInto('simulation_results')
    .values([...given.results])
    .execute()
  await tx
    .updateTable('simulations')
    .set({ before_ended_at: given.before.endedAt, before_id: given.before.id })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

/** Leaves a run to others, or ends it. One that was cancelled meanwhile stays so. */
export async function releaseSimulation(
  db: Db,
  tenantId: string,
  id: string,
  { leaseId, at, isDone }: { leaseId: string; at: Date; isDone: boolean },
): Promise<void> {
  await db
    .updateTable('simulations')
    .set({
      lease_id: null,
      leased_until: null,
      worked_at: at,
      ...(isDone ? { ended_at: at } : {}),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends a run that is under way; nothing where it has ended. */
export async function cancelSimulation(
  db: Db,
  tenantId: string,
  id: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable('simulations')
    .set({ ended_at: at, cancelled: true, lease_id: null, leased_until: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

export interface Totals {
  readonly simulationId: string
  readonly done: number
  readonly same: number
  readonly otherPeople: number
  readonly otherResult: number
  readonly open: number
  readonly stuck: number
  readonly tasksBefore: number
  readonly tasksAfter: number
}

/** What some runs have come to so far. */
export async function sumResults(
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<Totals[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Totals>`
    select simulation_id as "simulationId", count(*)::int as done,
      count(*) filter (where outcome = 'same')::int as same,
      count(*) filter (where outcome = 'otherPeople')::int as "otherPeople",
      count(*) filter (where outcome = 'otherResult')::int as "otherResult",
      count(*) filter (where outcome = 'open')::int as open,
      count(*) filter (where outcome = 'stuck')::int as stuck,
      sum(tasks_before)::int as "tasksBefore", sum(tasks_after)::int as "tasksAfter"
    from simulation_results
    where tenant_id = ${tenantId} and simulation_id = any (${[...ids]}::uuid[])
    group by simulation_id`.execute(db)
  return rows
}

/** What became of each approval, in the order in which they were started. */
export function listResults(
  db: Db,
  tenantId: string,
  simulationId: string,
  page: { outcome?: SimulationOutcome; afterId?: string | undefined; limit: number },
) {
  let query = db
    .selectFrom('simulation_results as result')
    .innerJoin('process_instances as instance', (join) =>
      join
        .onRef('instance.tenant_id', '=', 'result.tenant_id')
        .onRef('instance.id', '=', 'result.instance_id'),
    )
    .where('result.tenant_id', '=', tenantId)
    .where('result.simulation_id', '=', simulationId)
    .select([
      'result.instance_id as instanceId',
      'instance.title',
      'instance.biz_id as bizId',
      'instance.ended_at as endedAt',
      'result.outcome',
      'result.status_before as statusBefore',
      'result.status_after as statusAfter',
      'result.tasks_before as tasksBefore',
      'result.tasks_after as tasksAfter',
      'result.people_before as peopleBefore',
      'result.people_after as peopleAfter',
      'result.steps',
      'result.obstacle',
    ])
    .orderBy('result.instance_id')
    .limit(page.limit)
  if (page.outcome !== undefined) query = query.where('result.outcome', '=', page.outcome)
  if (page.afterId !== undefined) query = query.where('result.instance_id', '>', page.afterId)
  // Only approvals that have ended are gone through.
  return query.$narrowType<{ endedAt: Date }>().execute()
}

/** As many as a page shows: those that differ most. */
const maxRows = 500

export interface SummedStep {
  readonly node: string
  readonly name: string
  readonly approvalsBefore: number
  readonly approvalsAfter: number
  readonly tasksBefore: number
  readonly tasksAfter: number
  readonly open: number
}

/** The steps of a run, in the order in which approvals come to them. */
export async function sumSteps(db: Db, tenantId: string, id: string): Promise<SummedStep[]> {
  const { rows } = await sql<SummedStep>`
    select step.node, max(step.name) as name,
      count(*) filter (where step.before > 0)::int as "approvalsBefore",
      count(*) filter (where step.after > 0)::int as "approvalsAfter",
      sum(step.before)::int as "tasksBefore", sum(step.after)::int as "tasksAfter",
      count(*) filter (where step.open)::int as open
    from simulation_results as result,
      rows from (jsonb_to_recordset(result.steps)
        as (node text, name text, before integer, after integer, open boolean))
        with ordinality as step (node, name, before, after, open, place)
    where result.tenant_id = ${tenantId} and result.simulation_id = ${id}
    group by step.node
    order by avg(step.place), step.node
    limit ${maxRows}`.execute(db)
  return rows
}

export interface SummedPerson {
  readonly id: string
  readonly before: number
  readonly after: number
}

/** Who would be asked more or less often, those first whom it concerns most; and how many people in all. */
export async function sumPeople(db: Db, tenantId: string, id: string) {
  const people = sql`
    select one.id, sum(one.before)::int as before, sum(one.after)::int as after
    from simulation_results as result,
      jsonb_to_recordset(result.steps) as step ("peopleBefore" jsonb, "peopleAfter" jsonb),
      lateral (
        select was.id, was.times as before, 0 as after
        from jsonb_to_recordset(step."peopleBefore") as was (id uuid, times integer)
        union all
        select would.id, 0, would.times
        from jsonb_to_recordset(step."peopleAfter") as would (id uuid, times integer)
      ) as one
    where result.tenant_id = ${tenantId} and result.simulation_id = ${id}
    group by one.id`
  const [counted, listed] = await Promise.all([
    sql<{ before: number; after: number; more: number; less: number }>`
      select count(*) filter (where before > 0)::int as before,
        count(*) filter (where after > 0)::int as after,
        count(*) filter (where after > before)::int as more,
        count(*) filter (where after < before)::int as less
      from (${people}) as person`.execute(db),
    sql<SummedPerson>`
      select id, before, after from (${people}) as person
      where before <> after
      order by abs(after - before) desc, id
      limit ${maxRows}`.execute(db),
  ])
  const none = { before: 0, after: 0, more: 0, less: 0 }
  return { counts: counted.rows[0] ?? none, people: listed.rows }
}

/**
 * Forgets a part of the simulations that ended before a moment, in all tenants, what became of each approval first;
 * answers how many rows.
 */
export async function pruneSimulations(
  db: Db,
  before: Date,
  limit: number,
): Promise<readonly Removed[]> {
  const results = await removedBy(
    db,
    sql`delete from simulation_results where (tenant_id, simulation_id, instance_id) in (
      select result.tenant_id, result.simulation_id, result.instance_id
      from simulations as ended join simulation_results as result
        on result.tenant_id = ended.tenant_id and result.simulation_id = ended.id
      where ended.ended_at < ${before} limit ${limit} for update of result skip locked
    ) returning tenant_id`,
  )
  const simulations = await removedBy(
    db,
    sql`delete from simulations where (tenant_id, id) in (
      select tenant_id, id from simulations as ended
      where ended_at < ${before} and not exists (
        select from simulation_results as result
        where result.tenant_id = ended.tenant_id and result.simulation_id = ended.id)
      limit ${limit} for update skip locked
    ) returning tenant_id`,
  )
  return [...results, ...simulations]
}

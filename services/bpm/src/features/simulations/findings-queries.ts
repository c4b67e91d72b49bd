// What simulations have come to: summed up when it is read, so that there is nothing that could differ from the results.
import { sql } from 'kysely'
import type { SimulationOutcome } from '../../core/simulation/compare.ts'
import type { Db } from '../../db/schema.ts'

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

import { removeOfOneTenant, type Removed } from '@countersign/service-kit/retention'
import { isErased } from '@countersign/service-kit/tenants-erased'
import { sql, type Insertable } from 'kysely'
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
    with due as materialized (
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
    update simulations set
      lease_id = ${lease.leaseId},
      leased_until = clock_timestamp() + make_interval(secs => ${lease.leaseSeconds})
    where (tenant_id, id) in (table due)
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

/**
 * Forgets a part of the simulations that ended before a moment, of one tenant, what became of each approval first;
 * answers how many rows.
 */
export async function pruneSimulations(
  db: Db,
  before: Date,
  limit: number,
): Promise<readonly Removed[]> {
  const results = await removeOfOneTenant(
    db,
    {
      table: 'simulation_results',
      key: ['tenant_id', 'simulation_id', 'instance_id'],
      rows: sql`from simulations as ended join simulation_results as gone
          on gone.tenant_id = ended.tenant_id and gone.simulation_id = ended.id
        where ended.ended_at < ${before}`,
    },
    limit,
  )
  const simulations = await removeOfOneTenant(
    db,
    {
      table: 'simulations',
      key: ['tenant_id', 'id'],
      rows: sql`from simulations as gone
        where ended_at < ${before} and not exists (
          select from simulation_results as result
          where result.tenant_id = gone.tenant_id and result.simulation_id = gone.id)`,
    },
    limit,
  )
  return [...results, ...simulations]
}

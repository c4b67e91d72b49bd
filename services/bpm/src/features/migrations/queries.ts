import { isErased } from '@countersign/service-kit/tenants-erased'
import { removeOfOneTenant, type Removed } from '@countersign/service-kit/retention'
import { sql, type Insertable } from 'kysely'
import type { Decider } from '../../core/engine/state.ts'
import type { TaskState } from '../../core/task.ts'
import type {
  MigrationOutcome,
  MigrationResultsTable,
  MigrationsTable,
} from '../../db/migration-tables.ts'
import type { Db, Tx } from '../../db/schema.ts'

const columns = [
  'tenant_id as tenantId',
  'id',
  'from_definition_id as fromDefinitionId',
  'to_definition_id as toDefinitionId',
  'nodes',
  'reason',
  'dry_run as dryRun',
  'created_by as createdBy',
  'created_by_name as createdByName',
  'created_at as createdAt',
  'after_instance_id as afterInstanceId',
  'migrated',
  'refused',
  'ended_at as endedAt',
] as const

export type MigrationRow = NonNullable<Awaited<ReturnType<typeof findMigration>>>

export function findMigration(db: Db, tenantId: string, id: string) {
  return db
    .selectFrom('migrations')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .select(columns)
    .executeTakeFirst()
}

export async function insertMigration(tx: Tx, row: Insertable<MigrationsTable>): Promise<void> {
  await tx.insertInto('migrations').values(row).execute()
}

/** Newest first. */
export function listMigrations(
  db: Db,
  tenantId: string,
  page: { beforeId?: string | undefined; limit: number },
) {
  let query = db
    .selectFrom('migrations')
    .where('tenant_id', '=', tenantId)
    .select(columns)
    .orderBy('id', 'desc')
    .limit(page.limit)
  if (page.beforeId !== undefined) query = query.where('id', '<', page.beforeId)
  return query.execute()
}

/** What became of each approval, in the order in which they were looked at. */
export function listResults(
  db: Db,
  tenantId: string,
  migrationId: string,
  page: { outcome?: MigrationOutcome; afterId?: string | undefined; limit: number },
) {
  let query = db
    .selectFrom('migration_results')
    .where('tenant_id', '=', tenantId)
    .where('migration_id', '=', migrationId)
    .select(['instance_id as instanceId', 'outcome', 'faults', 'at'])
    .orderBy('instance_id')
    .limit(page.limit)
  if (page.outcome !== undefined) query = query.where('outcome', '=', page.outcome)
  if (page.afterId !== undefined) query = query.where('instance_id', '>', page.afterId)
  return query.execute()
}

/** A definition as far as migrations want to know it. */
export function findMigratable(db: Db, tenantId: string, id: string) {
  return db
    .selectFrom('definitions')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .select(['id', 'key', 'version', 'name', 'status', 'biz_type as bizType'])
    .executeTakeFirst()
}

/**
 * Who has decided where in an approval so far, by the ids that the nodes have in the definition that it follows now. A task
 * keeps the one under which the work on its node ended: of that the migrations since have made others.
 */
export async function listDeciders(
  tx: Db | Tx,
  tenantId: string,
  { id, round }: { readonly id: string; readonly round: number },
): Promise<Decider[]> {
  const rows = await tx
    .selectFrom('tasks')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', id)
    .select(['node_id as node', 'assignee_id as user', 'on_behalf as onBehalf', 'round', 'status'])
    .select(['activation', 'ended_at as endedAt'])
    .orderBy('key')
    .execute()
  const moves = await listMoves(tx, tenantId, id)
  const ends = new Map<number | null, number>()
  for (const { activation, endedAt } of rows)
    ends.set(activation, Math.max(ends.get(activation) ?? 0, endedAt?.getTime() ?? Infinity))
  return rows.flatMap(({ node: then, user, onBehalf, round: decidedIn, status, activation }) => {
    if (user === null || !DECIDED.has(status)) return []
    const since = moves.filter(({ at }) => at.getTime() >= (ends.get(activation) ?? Infinity))
    const node = since.reduce((old, { nodes }) => nodes.get(old) ?? old, then)
    const people = [...new Set([user, onBehalf?.[user]?.id ?? user])]
    return people.map((who): Decider => (decidedIn < round ? [node, who, true] : [node, who]))
  })
}

const DECIDED: ReadonlySet<TaskState> = new Set(['APPROVED', 'REJECTED', 'SKIPPED'])

/** The migrations of an approval: which nodes of the one definition became which of the other. */
async function listMoves(tx: Db | Tx, tenantId: string, instanceId: string) {
  const rows = await tx
    .selectFrom('instance_actions')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('action', '=', 'migrate')
    .select(['at', 'command'])
    .orderBy('sequence')
    .execute()
  return rows.map(({ at, command }) => ({
    at,
    nodes: new Map(Object.entries(command?.kind === 'migrate' ? command.nodes : {})),
  }))
}

export type Migratable = NonNullable<Awaited<ReturnType<typeof findMigratable>>>

/** Running approvals of a definition behind one of them. */
export async function listRunning(
  db: Db,
  tenantId: string,
  definitionId: string,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<string[]> {
  let query = db
    .selectFrom('process_instances')
    .where('tenant_id', '=', tenantId)
    .where('definition_id', '=', definitionId)
    .where('ended_at', 'is', null)
    .select('id')
    .orderBy('id')
    .limit(limit)
  if (afterId !== null) query = query.where('id', '>', afterId)
  return (await query.execute()).map(({ id }) => id)
}

/**
 * Takes the run whose turn was the longest ago of those that nobody works on, for as long as the lease lasts by the
 * database's clock.
 */
export async function leaseMigration(
  db: Db,
  lease: { leaseId: string; leaseSeconds: number },
): Promise<{ tenantId: string; id: string } | undefined> {
  const { rows } = await sql<{ tenantId: string; id: string }>`
    with due as materialized (
      select tenant_id, id from migrations
      where ended_at is null and (leased_until is null or leased_until <= clock_timestamp())
        and not ${isErased('migrations.tenant_id')}
      order by worked_at nulls first, created_at
      limit 1
      for update skip locked
    )
    update migrations set
      lease_id = ${lease.leaseId},
      leased_until = clock_timestamp() + make_interval(secs => ${lease.leaseSeconds}),
      worked_at = clock_timestamp()
    where (tenant_id, id) in (table due)
    returning tenant_id as "tenantId", id`.execute(db)
  return rows[0]
}

/** Holds a run on for as long again. */
export async function renewMigration(
  db: Db,
  tenantId: string,
  id: string,
  lease: { leaseId: string; leaseSeconds: number },
): Promise<void> {
  await sql`
    update migrations set
      leased_until = clock_timestamp() + make_interval(secs => ${lease.leaseSeconds})
    where tenant_id = ${tenantId} and id = ${id} and lease_id = ${lease.leaseId}`.execute(db)
}

/** Locks the run of a lease that still holds; undefined when another worker has it. */
export function holdMigration(tx: Tx, tenantId: string, id: string, leaseId: string) {
  return tx
    .selectFrom('migrations')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .where('ended_at', 'is', null)
    .select(columns)
    .forUpdate()
    .executeTakeFirst()
}

/** Counts what became of one approval and goes on behind it, for the holder of the run. */
export async function writeResult(
  tx: Tx,
  result: Insertable<MigrationResultsTable>,
): Promise<void> {
  await tx.insertInto('migration_results').values(result).execute()
  const refused = result.outcome === 'refused' ? 1 : 0
  await sql`
    update migrations set
      after_instance_id = ${result.instance_id},
      migrated = migrated + ${1 - refused},
      refused = refused + ${refused}
    where tenant_id = ${result.tenant_id} and id = ${result.migration_id}`.execute(tx)
}

/** Leaves a run to others, or ends it. */
export async function releaseMigration(
  db: Db,
  tenantId: string,
  id: string,
  { leaseId, endedAt, restSeconds }: { leaseId: string; endedAt: Date | null; restSeconds: number },
): Promise<void> {
  await db
    .updateTable('migrations')
    .set({
      lease_id: null,
      leased_until: sql<Date>`clock_timestamp() + make_interval(secs => ${restSeconds})`,
      ended_at: endedAt,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .execute()
}

/** Moves an approval to a definition, and what is at work in it to the nodes there. */
export async function moveInstance(
  tx: Tx,
  tenantId: string,
  instanceId: string,
  to: { definitionId: string; tasks: readonly { id: string; nodeId: string; nodeName: string }[] },
): Promise<void> {
  await tx
    .updateTable('process_instances')
    .set({ definition_id: to.definitionId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', instanceId)
    .execute()
  if (to.tasks.length === 0) return
  await sql`
    update tasks set node_id = moved.node_id, node_name = moved.node_name
    from unnest(
      ${to.tasks.map(({ id }) => id)}::uuid[],
      ${to.tasks.map(({ nodeId }) => nodeId)}::text[],
      ${to.tasks.map(({ nodeName }) => nodeName)}::text[]
    ) as moved (id, node_id, node_name)
    where tasks.tenant_id = ${tenantId} and tasks.id = moved.id`.execute(tx)
}

/**
 * Forgets a part of the migrations that ended before a moment, of one tenant, what became of each approval first;
 * answers how many rows. The log of each approval says that it was moved.
 */
export async function pruneMigrations(
  db: Db,
  before: Date,
  limit: number,
): Promise<readonly Removed[]> {
  const results = await removeOfOneTenant(
    db,
    {
      table: 'migration_results',
      key: ['tenant_id', 'migration_id', 'instance_id'],
      rows: sql`from migrations as ended join migration_results as gone
          on gone.tenant_id = ended.tenant_id and gone.migration_id = ended.id
        where ended.ended_at < ${before}`,
    },
    limit,
  )
  const migrations = await removeOfOneTenant(
    db,
    {
      table: 'migrations',
      key: ['tenant_id', 'id'],
      rows: sql`from migrations as gone
        where ended_at < ${before} and not exists (
          select from migration_results as result
          where result.tenant_id = gone.tenant_id and result.migration_id = gone.id)`,
    },
    limit,
  )
  return [...results, ...migrations]
}

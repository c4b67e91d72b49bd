// Business types whose open tasks are to be told of, and how far that is.
import { isErased } from '@countersign/service-kit/tenants-erased'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/schema.ts'
import type { TaskRow } from '../../../runtime/load/instances.ts'

interface Version {
  readonly tenantId: string
  readonly bizType: string
  readonly version: string
}

/** Has all open tasks of approvals of this version told of, from the first one on. */
export async function requestTelling(
  tx: Tx,
  { tenantId, bizType, version }: Version,
): Promise<void> {
  await tx
    .insertInto('task_tellings')
    .values({ tenant_id: tenantId, biz_type: bizType, biz_type_version: version })
    .onConflict((conflict) =>
      conflict
        .constraint('task_tellings_pkey')
        .doUpdateSet({ after_instance_id: '00000000-0000-0000-0000-000000000000' }),
    )
    .execute()
}

export interface Telling extends Version {
  readonly afterInstanceId: string
}

/** Takes one that nobody has; whoever died with it keeps it for some seconds. */
export async function leaseTelling(db: Db, leaseSeconds: number): Promise<Telling | undefined> {
  const { rows } = await sql<Telling>`
    with due as materialized (
      select tenant_id, biz_type, biz_type_version from task_tellings
      where leased_until <= clock_timestamp() and not ${isErased('task_tellings.tenant_id')}
      limit 1 for update skip locked
    )
    update task_tellings set
      leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where (tenant_id, biz_type, biz_type_version) in (table due)
    returning tenant_id as "tenantId", biz_type as "bizType", biz_type_version as "version",
      after_instance_id as "afterInstanceId"`.execute(db)
  return rows[0]
}

/** The next approvals under way that nobody called. */
export async function listLive(
  db: Db,
  { tenantId, bizType, version, afterInstanceId }: Telling,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('process_instances')
    .where('tenant_id', '=', tenantId)
    .where('id', '>', afterInstanceId)
    .where('biz_type', '=', bizType)
    .where('biz_type_version', '=', version)
    .where('root_id', 'is', null)
    .where('ended_at', 'is', null)
    .select('id')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Tasks that wait for somebody, of an approval and of those that it has called. */
export async function listWaitingTasks(
  tx: Tx,
  tenantId: string,
  instanceIds: readonly string[],
): Promise<TaskRow[]> {
  return tx
    .selectFrom('tasks')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', 'in', instanceIds)
    .where('kind', '=', 'decision')
    .where('status', 'in', ['OPEN', 'CLAIMED', 'DELEGATED'])
    .where('ended_at', 'is', null)
    .selectAll()
    .orderBy('instance_id')
    .orderBy('key')
    .execute()
}

/** Notes how far it is. @returns false where it has begun anew, or another process went on with it. */
export async function advanceTelling(
  tx: Db,
  { tenantId, bizType, version, afterInstanceId }: Telling,
  next: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('task_tellings')
    .set({ after_instance_id: next })
    .where('tenant_id', '=', tenantId)
    .where('biz_type', '=', bizType)
    .where('biz_type_version', '=', version)
    .where('after_instance_id', '=', afterInstanceId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Gives it back, to go on, or forgets it where all is told; unless it is not where this process left it. */
export async function endTelling(
  db: Db,
  { tenantId, bizType, version, afterInstanceId }: Telling,
  isDone: boolean,
): Promise<void> {
  if (!isDone) {
    await db
      .updateTable('task_tellings')
      .set({ leased_until: sql<Date>`'-infinity'` })
      .where('tenant_id', '=', tenantId)
      .where('biz_type', '=', bizType)
      .where('biz_type_version', '=', version)
      .where('after_instance_id', '=', afterInstanceId)
      .execute()
    return
  }
  await db
    .deleteFrom('task_tellings')
    .where('tenant_id', '=', tenantId)
    .where('biz_type', '=', bizType)
    .where('biz_type_version', '=', version)
    .where('after_instance_id', '=', afterInstanceId)
    .execute()
}

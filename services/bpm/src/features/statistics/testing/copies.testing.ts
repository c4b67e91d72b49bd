import { sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'

interface Copy {
  /** How long before now it ended, and how long it took, in hours. */
  readonly endedAgo: number
  readonly took: number
  /** Who decided its tasks; left out, those of the original. */
  readonly by?: string
}

/** Writes an ended approval again, so often and at such times. What a test of many needs no requests for. */
export async function copyApproval(
  db: Db,
  tenantId: string,
  instanceId: string,
  copies: readonly Copy[],
): Promise<void> {
  const of = sql`jsonb_to_recordset(${JSON.stringify(
    copies.map((copy, number) => ({ ...copy, number })),
  )}::jsonb) as copy ("endedAgo" float8, took float8, by uuid, number integer)`
  const id = sql`md5(${instanceId} || copy.number)::uuid`
  const ended = sql`now() - copy."endedAgo" * interval '1 hour'`
  const started = sql`now() - (copy."endedAgo" + copy.took) * interval '1 hour'`
  const insert = (table: string, alias: string, changes: ReturnType<typeof sql>, key: string) =>
    sql`insert into ${sql.table(table)}
      select (jsonb_populate_record(null::${sql.table(table)},
        to_jsonb(${sql.ref(alias)}) || jsonb_build_object(${changes}))).*
      from ${sql.table(table)} as ${sql.table(alias)}, ${of}
      where ${sql.ref(`${alias}.tenant_id`)} = ${tenantId} and ${sql.ref(`${alias}.${key}`)} = ${instanceId}`
  await insert(
    'start_keys',
    'one',
    sql`'instance_id', ${id}, 'idempotency_key', 'copy ' || ${instanceId}::text || copy.number`,
    'instance_id',
  ).execute(db)
  await insert(
    'process_instances',
    'one',
    sql`'id', ${id}, 'created_at', ${started}, 'ended_at', ${ended}`,
    'id',
  ).execute(db)
  await insert(
    'tasks',
    'one',
    sql`'id', gen_random_uuid(), 'instance_id', ${id}, 'task_no', one.task_no || '-' || copy.number,
      'opened_at', ${started}, 'ended_at', ${ended}, 'ended_by', coalesce(copy.by, one.ended_by)`,
    'instance_id',
  ).execute(db)
}

// What tenants say once for all of their documents: a row for each tenant, with one value and its revision.
import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { RecordLanguage } from '../../db/record-tables.ts'
import type { ScanPolicy, Schema } from '../../db/schema.ts'

/** One policy: where it is kept, and what holds until somebody says something. */
export interface Policy<Value> {
  readonly table: 'task_reading_policies' | 'record_filing_policies' | 'scan_policies'
  readonly column: string
  readonly unsaid: Value
}

/** Seconds for which people may read on what they have decided about. */
export const taskReading: Policy<number> = {
  table: 'task_reading_policies',
  column: 'keep_seconds',
  unsaid: 0,
}

/** Languages in which a record is filed when an approval ends. */
export const recordFiling: Policy<readonly RecordLanguage[]> = {
  table: 'record_filing_policies',
  column: 'languages',
  unsaid: [],
}

/**
 * What is done with files that no scanner has found clean, from the next request on, for what is stored already as well.
 * `REQUIRE_CLEAN` without a scanner keeps everything back: that is what it says.
 */
export const scanning: Policy<ScanPolicy> = {
  table: 'scan_policies',
  column: 'policy',
  unsaid: 'DEPLOYMENT',
}

/** @property revision 0 until somebody has said something. */
export interface Said<Value> {
  readonly value: Value
  readonly revision: number
}

export async function findPolicy<Value>(
  db: Db<Schema>,
  { table, column, unsaid }: Policy<Value>,
  tenantId: string,
): Promise<Said<Value>> {
  const { rows } = await sql<Said<Value>>`
    select ${sql.ref(column)} as value, revision from ${sql.table(table)}
    where tenant_id = ${tenantId}`.execute(db)
  return rows[0] ?? { value: unsaid, revision: 0 }
}

/** What is said, with its row made if there is none, locked: of two who change it at once the second sees the first. */
export async function lockPolicy<Value>(
  tx: Db<Schema>,
  policy: Policy<Value>,
  tenantId: string,
  { by, at }: Saying,
): Promise<Said<Value>> {
  const { table, column, unsaid } = policy
  await sql`
    insert into ${sql.table(table)} (tenant_id, ${sql.ref(column)}, revision, changed_by, changed_at)
    values (${tenantId}, ${unsaid}, 0, ${by}, ${at}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<Said<Value>>`
    select ${sql.ref(column)} as value, revision from ${sql.table(table)}
    where tenant_id = ${tenantId} for update`.execute(tx)
  const [said] = rows
  if (said === undefined) throw new Error('the row of a policy is gone')
  return said
}

/** Who says something, and when. */
interface Saying {
  readonly by: string
  readonly at: Date
}

export async function setPolicy<Value>(
  tx: Db<Schema>,
  { table, column }: Policy<Value>,
  tenantId: string,
  { value, revision, by, at }: Said<Value> & Saying,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${value}, revision = ${revision},
      changed_by = ${by}, changed_at = ${at}
    where tenant_id = ${tenantId}`.execute(tx)
}

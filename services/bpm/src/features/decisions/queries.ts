import { sql, type Insertable, type Updateable } from 'kysely'
import type { DecisionsTable } from '../../db/decision-tables.ts'
import type { DefinitionStatus } from '../../db/definition-tables.ts'
import type { Db, Tx } from '../../db/schema.ts'

const summaryColumns = [
  'id',
  'key',
  'version',
  'biz_type as bizType',
  'name',
  'status',
  'revision',
  'created_by as createdBy',
  'created_at as createdAt',
  'updated_by as updatedBy',
  'updated_at as updatedAt',
  'published_at as publishedAt',
  'retired_at as retiredAt',
  'content_hash as contentHash',
] as const

export type DecisionRow = NonNullable<Awaited<ReturnType<typeof findDecision>>>
export type DecisionSummaryRow = Awaited<ReturnType<typeof listDecisions>>[number]

export function findDecision(db: Db, tenantId: string, id: string) {
  return db
    .selectFrom('decisions')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .select([...summaryColumns, 'content as table', 'examples'])
    .executeTakeFirst()
}

export interface DecisionFilter {
  readonly bizType?: string
  readonly key?: string
  readonly status?: DefinitionStatus
  readonly beforeId?: string | undefined
  readonly limit: number
}

/** Newest first. */
export function listDecisions(db: Db, tenantId: string, filter: DecisionFilter) {
  let query = db
    .selectFrom('decisions')
    .where('tenant_id', '=', tenantId)
    .select(summaryColumns)
    .orderBy('id', 'desc')
    .limit(filter.limit)
  if (filter.bizType !== undefined) query = query.where('biz_type', '=', filter.bizType)
  if (filter.key !== undefined) query = query.where('key', '=', filter.key)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.beforeId !== undefined) query = query.where('id', '<', filter.beforeId)
  return query.execute()
}

/**
 * Hands out the next version number of a key, or answers undefined when the key is that of another
 * business type. Waits for concurrent changes of the key.
 */
export async function takeNextVersion(
  tx: Tx,
  tenantId: string,
  { key, bizType, at }: { key: string; bizType: string; at: Date },
): Promise<number | undefined> {
  const taken = await tx
    .insertInto('decision_keys')
    .values({ tenant_id: tenantId, key, biz_type: bizType, last_version: 1, created_at: at })
    .onConflict((conflict) =>
      conflict
        .constraint('decision_keys_pkey')
        .doUpdateSet({ last_version: sql<number>`decision_keys.last_version + 1` })
        .whereRef('decision_keys.biz_type', '=', 'excluded.biz_type'),
    )
    .returning('last_version as version')
    .executeTakeFirst()
  return taken?.version
}

/** Locks a key, so that changes of its versions run one after the other. */
export async function lockKey(tx: Tx, tenantId: string, key: string): Promise<void> {
  await tx
    .selectFrom('decision_keys')
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .select('key')
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function insertDecision(tx: Tx, row: Insertable<DecisionsTable>): Promise<void> {
  await tx.insertInto('decisions').values(row).execute()
}

/** Changes a decision of a known revision; answers whether it still had that revision. */
export async function updateDecision(
  tx: Tx,
  tenantId: string,
  { id, revision }: { id: string; revision: number },
  change: Updateable<DecisionsTable>,
): Promise<boolean> {
  const updated = await tx
    .updateTable('decisions')
    .set({ ...change, revision: revision + 1 })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Ends the published version of a key, if there is one. */
export async function retirePublished(
  tx: Tx,
  tenantId: string,
  key: string,
  by: { userId: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('decisions')
    .set((expression) => ({
      status: 'RETIRED' as const,
      retired_by: by.userId,
      retired_at: by.at,
      updated_by: by.userId,
      updated_at: by.at,
      revision: expression('revision', '+', 1),
    }))
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .where('status', '=', 'PUBLISHED')
    .execute()
}

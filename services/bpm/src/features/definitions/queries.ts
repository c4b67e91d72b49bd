import { sql, type Insertable, type Updateable } from 'kysely'
import type { DefinitionsTable, DefinitionStatus } from '../../db/definition-tables.ts'
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
] as const

const columns = [...summaryColumns, 'bpmn_xml as bpmnXml', 'tree', 'imported'] as const

export type DefinitionRow = NonNullable<Awaited<ReturnType<typeof findDefinition>>>
export type DefinitionSummaryRow = Awaited<ReturnType<typeof listDefinitions>>[number]

export function findDefinition(db: Db, tenantId: string, id: string) {
  return db
    .selectFrom('definitions')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .select(columns)
    .executeTakeFirst()
}

export interface DefinitionFilter {
  readonly bizType?: string
  readonly key?: string
  readonly status?: DefinitionStatus
  readonly beforeId?: string | undefined
  readonly limit: number
}

/** Newest first. */
export function listDefinitions(db: Db, tenantId: string, filter: DefinitionFilter) {
  let query = db
    .selectFrom('definitions')
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
  key: { key: string; bizType: string; at: Date },
): Promise<number | undefined> {
  const taken = await tx
    .insertInto('definition_keys')
    .values({
      tenant_id: tenantId,
      key: key.key,
      biz_type: key.bizType,
      last_version: 1,
      created_at: key.at,
    })
    .onConflict((conflict) =>
      conflict
        .constraint('definition_keys_pkey')
        .doUpdateSet({ last_version: sql<number>`definition_keys.last_version + 1` })
        .whereRef('definition_keys.biz_type', '=', 'excluded.biz_type'),
    )
    .returning('last_version as version')
    .executeTakeFirst()
  return taken?.version
}

/** Locks a key, so that changes of its versions run one after the other. */
export async function lockKey(tx: Tx, tenantId: string, key: string): Promise<void> {
  await tx
    .selectFrom('definition_keys')
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .select('key')
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function insertDefinition(tx: Tx, row: Insertable<DefinitionsTable>): Promise<void> {
  await tx.insertInto('definitions').values(row).execute()
}

/** Changes a definition of a known revision; answers whether it still had that revision. */
export async function updateDefinition(
  tx: Tx,
  tenantId: string,
  { id, revision }: { id: string; revision: number },
  change: Updateable<DefinitionsTable>,
): Promise<boolean> {
  const updated = await tx
    .updateTable('definitions')
    .set({ ...change, revision: revision + 1 })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Ends the published version of a key, if there is one. Its running instances stay on it. */
export async function retirePublished(
  tx: Tx,
  tenantId: string,
  key: string,
  by: { userId: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('definitions')
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

/** The published versions of some keys, with the keys that they call themselves. */
export function listPublishedByKeys(db: Db, tenantId: string, keys: readonly string[]) {
  return db
    .selectFrom('definitions')
    .where('tenant_id', '=', tenantId)
    .where('key', 'in', keys)
    .where('status', '=', 'PUBLISHED')
    .select(['id', 'key', 'biz_type as bizType', 'called_keys as calledKeys'])
    .execute()
}

/** Published processes that call one. */
export function listPublishedCallers(db: Db, tenantId: string, key: string) {
  return db
    .selectFrom('definitions')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'PUBLISHED')
    .where(sql<boolean>`called_keys @> array[${key}]`)
    .select('key')
    .orderBy('key')
    .execute()
}

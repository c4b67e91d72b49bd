import type { Db } from '../../db/schema.ts'

/** Newest first: ids are in the order of time. */
export function listExports(db: Db, tenantId: string, before: string | undefined, limit: number) {
  const all = db
    .selectFrom('data_exports')
    .select([
      'entry_id as id',
      'export_id as exportId',
      'user_id as userId',
      'asked_by as by',
      'continues',
      'counts',
      'recorded_at as recordedAt',
    ])
    .where('tenant_id', '=', tenantId)
  const from = before === undefined ? all : all.where('entry_id', '<', before)
  return from.orderBy('entry_id', 'desc').limit(limit).execute()
}

export type ExportRow = Awaited<ReturnType<typeof listExports>>[number]

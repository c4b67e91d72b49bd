import { sql, type Kysely } from 'kysely'
import { exportRows, type ExportLine, type PageOptions } from '../people/export-rows.ts'
import type { TenantData } from './tenant-data.ts'

export interface TenantExportOptions extends PageOptions {
  readonly tenantId: string
}

/** What a service has of a tenant, row by row: without keys, and without what is made of other rows. */
export function exportTenant<S>(
  db: Kysely<S>,
  data: TenantData,
  { tenantId, ...page }: TenantExportOptions,
): AsyncGenerator<ExportLine> {
  const tables = Object.entries(data).flatMap(([name, table]) => {
    if ('leftOut' in table) return []
    const { secret = [], of = () => sql`t.tenant_id = ${tenantId}` } = table
    const show = (row: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !secret.includes(column)))
    return [{ name, rows: of(tenantId), show }]
  })
  return exportRows(db, tables, page)
}

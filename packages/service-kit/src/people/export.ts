import { sql, type Kysely } from 'kysely'
import { exportRows, type ExportLine, type PageOptions } from './export-rows.ts'
import {
  columnsOf,
  idColumnsOf,
  withoutOthers,
  type PersonalData,
  type PersonalTable,
} from './personal-data.ts'

export interface ExportOptions extends PageOptions {
  readonly tenantId: string
  readonly userId: string
  /** With what is of the account and of no tenant, too: of somebody who is known to belong to the tenant. */
  readonly account?: boolean
}

/**
 * What a service has of a person, row by row, for access and portability (GDPR, articles 15 and 20): rows of
 * the tenant that name them by their id, also in a document, and those of their account when asked, without keys and
 * without the names of others.
 */
export function exportPerson<S>(
  db: Kysely<S>,
  data: PersonalData,
  { tenantId, userId, account = false, ...page }: ExportOptions,
): AsyncGenerator<ExportLine> {
  const tables = Object.entries(data)
    .filter(
      ([, table]) =>
        namingColumnsOf(table).length > 0 && (account || columnsOf(table).includes('tenant_id')),
    )
    .map(([name, table]) => ({
      name,
      rows: rowsOf(table, tenantId, userId),
      show: (row: Readonly<Record<string, unknown>>) => withoutOthers(table, row, userId),
    }))
  return exportRows(db, tables, page)
}

const namingColumnsOf = (table: PersonalTable): readonly string[] => [
  ...idColumnsOf(table),
  ...(table.documents ?? []),
]

function rowsOf(table: PersonalTable, tenantId: string, userId: string) {
  const theirs = sql.join(
    namingColumnsOf(table).map(
      (column) => sql`strpos(coalesce(t.${sql.ref(column)}::text, ''), ${userId}) > 0`,
    ),
    sql` or `,
  )
  const inTenant = columnsOf(table).includes('tenant_id')
    ? sql`t.tenant_id = ${tenantId}`
    : sql`true`
  return sql`${inTenant} and (${theirs})`
}

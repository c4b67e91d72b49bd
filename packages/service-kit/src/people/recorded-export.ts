// Whoever exports carries data out: that it began is on record before the first line is printed, and that it ended before
// the line that says so. A try that was cut off has a record of its beginning alone.
//
// Kept by: services/dms/src/cli/export-person.test.ts "leaves a record of each try that began"
// Kept by: services/iam/src/cli/export-tenant.test.ts "prints nothing where the erasure begins between the look and the record"
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { refuseUnknown } from '../tenants/erase-tables.ts'
import { refuseErased } from '../tenants/erased.ts'
import type { TenantData } from '../tenants/tenant-data.ts'
import type { ExportedRow, ExportEnd, ExportLine } from './export-rows.ts'

export interface AskedExport {
  readonly tenantId: string
  /** Whose, when it is not all of the tenant. */
  readonly userId?: string
  /** Who of the operators asked for it. */
  readonly by: string
  readonly after?: string | undefined
}

/** A try to export, as it is recorded: when it begins, and with what was printed when it ends. */
export interface ExportRecord {
  readonly exportId: string
  readonly tenantId: string
  readonly userId: string | undefined
  readonly by: string
  /** Whether it goes on behind what an earlier one printed. */
  readonly continues: boolean
  /** Rows by table; undefined where it begins. */
  readonly counts: ExportEnd['counts'] | undefined
}

export interface ExportOutput {
  /** What there may be of a tenant. */
  readonly tenantData: TenantData
  readonly print: (line: string) => void
  readonly record: (said: ExportRecord) => Promise<void>
  /** What has to be done before a row counts as exported; what it answers stands in the line. */
  readonly beforeLine?: (line: ExportedRow) => Promise<object>
}

/**
 * Prints an export as lines of JSON, the last with the counts.
 *
 * @throws CommandFault for a tenant that nothing is here of, which leaves no record; and for one whose erasure has begun, of
 *   which nothing is recorded any more.
 */
export async function printRecorded<S>(
  db: Kysely<S>,
  lines: AsyncIterable<ExportLine>,
  { tenantId, userId, by, after }: AskedExport,
  { tenantData, print, record, beforeLine = async () => ({}) }: ExportOutput,
): Promise<void> {
  await refuseErased(db, tenantId)
  await refuseUnknown(db, tenantData, tenantId)
  const asked = { exportId: randomUUID(), tenantId, userId, by, continues: after !== undefined }
  const keep = (counts: ExportRecord['counts']) =>
    record({ ...asked, counts }).catch(async (error: unknown) => {
      // It may have begun since.
      await refuseErased(db, tenantId)
      throw error
    })
  await keep(undefined)
  for await (const line of lines) {
    if ('end' in line) await keep(line.counts)
    print(JSON.stringify('end' in line ? line : { ...line, ...(await beforeLine(line)) }))
  }
}

/** What happened, in the words of an audit, and what an entry says of it beside whose data it was. */
export function auditOfExport({ exportId, userId, by, continues, counts }: ExportRecord) {
  const of = userId === undefined ? 'tenant' : 'person'
  return {
    action: `${of}.${counts === undefined ? 'export_begun' : 'exported'}`,
    details: {
      exportId,
      by,
      ...(continues ? { continues } : {}),
      ...(counts === undefined ? {} : { counts }),
    },
  }
}

// Whoever exports carries data out: that it began is on record before the first line is printed, and that it ended before
// the line that says so. A try that was cut off has a record of its beginning alone.
//
// Kept by: services/dms/src/cli/export-person.test.ts "leaves a record of each try that began"
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { CommandFault } from '../process/command-line.ts'
import { findTenantErasure } from '../tenants/erasure-queries.ts'
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
  readonly print: (line: string) => void
  readonly record: (said: ExportRecord) => Promise<void>
  /** What has to be done before a row counts as exported; what it answers stands in the line. */
  readonly beforeLine?: (line: ExportedRow) => Promise<object>
}

/**
 * Prints an export as lines of JSON, the last with the counts.
 *
 * @throws CommandFault for a tenant that is erased: nothing is recorded of it any more.
 */
export async function printRecorded<S>(
  db: Kysely<S>,
  lines: AsyncIterable<ExportLine>,
  { tenantId, userId, by, after }: AskedExport,
  { print, record, beforeLine = async () => ({}) }: ExportOutput,
): Promise<void> {
  const erasure = await findTenantErasure(db, tenantId)
  if (erasure !== undefined && erasure.begunAt !== null)
    throw new CommandFault(`the tenant ${tenantId} was erased`)
  const asked = { exportId: randomUUID(), tenantId, userId, by, continues: after !== undefined }
  await record({ ...asked, counts: undefined })
  for await (const line of lines) {
    if ('end' in line) await record({ ...asked, counts: line.counts })
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

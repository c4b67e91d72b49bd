import { pseudonymOf } from '@countersign/contracts'
import type { Db } from '../../db/types.ts'
import { listReports, type ErasureRow, type ReportRow } from './queries.ts'
import type { ErasureView } from './schema.ts'

/** With what each service that has to report said last. */
export async function viewErasure(
  db: Db,
  services: readonly string[],
  { tenantId: _, auditPosition: _position, ...row }: ErasureRow,
): Promise<ErasureView> {
  const reports = new Map((await listReports(db, row.id)).map((each) => [each.service, each]))
  return {
    ...row,
    pseudonym: pseudonymOf(row.userId),
    askedAt: row.askedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    begunAt: row.begunAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    services: [...new Set([...services, ...reports.keys()])].map((service) =>
      viewReport(service, reports.get(service)),
    ),
  }
}

function viewReport(
  service: string,
  report: ReportRow | undefined,
): ErasureView['services'][number] {
  if (report === undefined)
    return { service, state: 'UNHEARD', held: [], kept: [], counts: {}, reportedAt: null }
  return { ...report, reportedAt: report.reportedAt.toISOString() }
}

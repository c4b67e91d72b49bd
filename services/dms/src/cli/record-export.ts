import { auditOfExport, type ExportRecord } from '@countersign/service-kit/recorded-export'
import type { Deps } from '../deps.ts'
import { appendAudit, systemActor } from '../features/audit/queries.ts'

/** In the chain of the tenant. */
export function recordExport(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  said: ExportRecord,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { tenantId, userId } = said
  const { action, details } = auditOfExport(said)
  const person = userId === undefined ? {} : { userId }
  const detail = { ...details, ...person, ...more }
  return appendAudit(db, tenantId, now(), [{ action, actor: systemActor, detail }])
}

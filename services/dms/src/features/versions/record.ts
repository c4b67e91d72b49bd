// No byte of a version leaves before it is in the audit that it did.
import { inTransaction } from '@countersign/service-kit/transaction'
import { keepAttachedReading } from '../../access/attachment-queries.ts'
import { keepTaskReading } from '../../access/task-queries.ts'
import type { ContentMeter } from '../../content/content.ts'
import type { VersionRow } from '../../content/version-queries.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import type { AuditActor } from '../audit/append-queries.ts'
import { appendAudit, userActor } from '../audit/queries.ts'

/** Records a download when its first byte is about to leave, and none of what delivers nothing. */
export const recordDownload = (
  deps: Deps,
  { tenantId, documentId, id: versionId }: VersionRow,
  actor: AuditActor,
  detail: Readonly<Record<string, unknown>> = {},
): ContentMeter => ({
  begin: () =>
    inTransaction(deps.db, (tx) =>
      appendAudit(tx, tenantId, deps.now(), [
        { action: 'version.downloaded', actor, documentId, versionId, detail },
      ]),
    ),
})

/**
 * Records that somebody is shown a version. What a task shows is asked about once more, in the order of
 * the audit: after the entry that takes the reading back there is none of its use.
 *
 * Kept by: services/dms/src/features/task-reading/races.test.ts "shows nothing after the audit says that the reading was taken back"
 *
 * @throws `dms.not_found` when the task is over by now.
 */
export async function recordShown(
  deps: Deps,
  { version, byTask }: { readonly version: VersionRow; readonly byTask: boolean },
  userId: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { tenantId, documentId, id: versionId } = version
  await inTransaction(deps.db, async (tx) => {
    const now = deps.now()
    const asked = { tenantId, documentId, versionId, userId }
    const isKept =
      !byTask ||
      (await keepTaskReading(tx, asked, now)) ||
      (await keepAttachedReading(tx, asked, now))
    if (!isKept) throw problems.not_found()
    const said = byTask ? { ...detail, task: true } : detail
    const action = 'version.previewed'
    const actor = userActor(userId)
    await appendAudit(tx, tenantId, now, [{ action, actor, documentId, versionId, detail: said }])
  })
}

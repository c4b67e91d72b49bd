import { inTransaction } from '@countersign/service-kit/transaction'
import { requireSeesContent, type TokenUser } from '../../access/access.ts'
import { keepAttachedReading } from '../../access/attachment-queries.ts'
import { type OpenedVersion, openVersion } from '../../preview/open-version.ts'
import { keepTaskReading } from '../../access/task-queries.ts'
import type { ContentMeter } from '../../content/content.ts'
import type { VersionRow } from '../../content/version-queries.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { listFilings } from './queries.ts'

export type RecordForm = 'pdf' | 'jose'

/**
 * A filed record, for who reads the version now; its download is in the audit before its first byte leaves.
 * Who sees marked pages alone has it not: a signed file bears no mark.
 *
 * @throws `dms.not_found` for one that is not filed, or not for this reader.
 */
export async function openRecord(
  deps: Deps,
  caller: TokenUser,
  asked: { readonly versionId: string; readonly recordId: string },
  form: RecordForm,
): Promise<{ file: VersionRow; meter: ContentMeter }> {
  const opened = await openVersion(deps, caller, asked.versionId, 'read')
  requireSeesContent(opened)
  if (opened.watermark !== undefined)
    throw problems.forbidden({ members: { required: 'download' } })
  const { version } = opened
  const filings = await listFilings(deps.db, caller.tenantId, version.id)
  const found = filings.find(({ id }) => id === asked.recordId.toLowerCase())
  const part = form === 'pdf' ? found?.print : found?.record
  if (found === undefined || part === null || part === undefined) throw problems.not_found()
  const file = {
    ...version,
    objectId: part.objectId,
    sourceId: part.sourceId,
    key: part.key,
    sizeBytes: part.sizeBytes,
    sha256: Buffer.from(part.sha256, 'hex'),
    lostAt: part.lostAt === null ? null : new Date(part.lostAt),
    contentType: form === 'pdf' ? 'application/pdf' : 'application/jose',
    fileName: `record-${found.instanceId}-${found.language}.${form}`,
  }
  const detail = { recordId: found.id, form }
  return { file, meter: recordDownload(deps, opened, caller.subject, detail) }
}

const recordDownload = (
  deps: Deps,
  { version, byTask }: OpenedVersion,
  userId: string,
  detail: Readonly<Record<string, unknown>>,
): ContentMeter => ({
  begin: () =>
    inTransaction(deps.db, async (tx) => {
      const { tenantId, documentId, id: versionId } = version
      const now = deps.now()
      const read = { tenantId, documentId, versionId, userId }
      const isKept =
        !byTask ||
        (await keepTaskReading(tx, read, now)) ||
        (await keepAttachedReading(tx, read, now))
      if (!isKept) throw problems.not_found()
      const actor = userActor(userId)
      const entry = { action: 'record.downloaded', actor, documentId, versionId, detail }
      await appendAudit(tx, tenantId, now, [entry])
    }),
})

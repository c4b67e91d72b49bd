import { requireRevision } from '@countersign/service-kit/revision'
import { inTransaction } from '@countersign/service-kit/transaction'
import {
  readerOf,
  requireActive,
  requireDocumentForChange,
  requireUnlocked,
  type TokenUser,
} from '../../access/access.ts'
import { findVersion, type VersionRow } from '../../content/version-queries.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findLatestBinding } from '../approvals/queries.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { setVersionNote } from './queries.ts'

/**
 * Says, or says anew, what a draft is about; null takes it away. What was sent round stays as its approvers saw it.
 *
 * @throws `dms.locked` while it is returned to its initiator, `dms.version_state` once it is decided
 */
export async function annotateVersion(
  deps: Deps,
  caller: TokenUser,
  versionId: string,
  note: string | null,
  revision: number | undefined,
): Promise<VersionRow> {
  const { tenantId, subject } = caller
  const reader = await readerOf(deps, caller)
  return inTransaction(deps.db, async (tx) => {
    const found = await findVersion(tx, tenantId, versionId)
    if (found === undefined) throw problems.not_found()
    const { document } = await requireDocumentForChange(tx, reader, found.documentId, 'write')
    requireActive(document)
    const now = deps.now()
    await requireUnlocked(tx, document, subject, now)
    const before = (await findVersion(tx, tenantId, versionId)) ?? found
    requireRevision(problems, revision, before.revision)
    if (before.status === 'RETURNED') {
      const binding = await findLatestBinding(tx, tenantId, before.documentId)
      throw problems.locked({ members: { reason: 'approval', bindingId: binding?.id } })
    }
    if (before.status !== 'DRAFT') {
      throw problems.version_state({ detail: 'Only the note of a draft can be changed.' })
    }
    if (before.note === note) return before
    await setVersionNote(tx, tenantId, versionId, note, now)
    const { documentId } = before
    const actor = userActor(subject)
    await appendAudit(tx, tenantId, now, [
      { action: 'version.annotated', actor, documentId, versionId, detail: { note } },
    ])
    return (await findVersion(tx, tenantId, versionId)) ?? before
  })
}

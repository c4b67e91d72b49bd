import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import {
  readerOf,
  requireActive,
  requireDocumentForChange,
  requireUnlocked,
  type TokenUser,
} from '../../access/access.ts'
import { holdVersions } from '../../access/attachment-queries.ts'
import { requireContent } from '../../content/content.ts'
import { findVersion } from '../../content/version-queries.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { updateDocument } from '../documents/queries.ts'
import { insertVersion } from './queries.ts'
import type { VersionView } from './schema.ts'
import { viewVersion } from './view.ts'

/**
 * Makes an old version the newest again: a new draft with the next number and the same bytes, which
 * are not copied. The old version stays as it is, with what was decided about it.
 *
 * Kept by: services/dms/src/features/scans/scans.test.ts "restores nothing that a scan is about to find infected"
 *
 * @throws `dms.version_unsafe`, `dms.content_lost`
 */
export async function restoreVersion(
  deps: Deps,
  caller: TokenUser,
  versionId: string,
  note: string | undefined,
  key: IdempotencyKey | undefined,
): Promise<Answer<VersionView>> {
  const { tenantId, subject } = caller
  const reader = await readerOf(deps, caller)
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const found = await findVersion(tx, tenantId, versionId)
      if (found === undefined) throw problems.not_found()
      const { document } = await requireDocumentForChange(tx, reader, found.documentId, 'write')
      requireActive(document)
      const now = deps.now()
      await requireUnlocked(tx, document, subject, now)
      // A verdict on its way is waited for, and one that comes later finds the new version, too.
      await holdVersions(tx, tenantId, document.id)
      const old = await findVersion(tx, tenantId, versionId)
      if (old === undefined) throw problems.not_found()
      requireContent(deps, old, true)
      if (old.lostAt !== null) throw problems.content_lost()
      if (document.currentVersionId === old.id) {
        throw problems.version_state({ detail: 'The version is the newest already.' })
      }
      const id = uuidv7()
      const versionNo = document.lastVersionNo + 1
      const restored = { ...old, id, versionNo, note: note ?? null, createdBy: subject }
      await insertVersion(tx, tenantId, { ...restored, restoredFrom: old.id }, now)
      const change = { current_version_id: id, last_version_no: versionNo }
      await updateDocument(tx, tenantId, document.id, now, change)
      const detail = { versionNo, restoredFrom: old.id, sha256: old.sha256.toString('hex') }
      const actor = userActor(subject)
      await appendAudit(tx, tenantId, now, [
        { action: 'version.restored', actor, documentId: document.id, versionId: id, detail },
      ])
      const made = await findVersion(tx, tenantId, id)
      if (made === undefined) throw new Error('the version just inserted is not there')
      return { status: 201, body: viewVersion(made, caller.permissions) }
    }),
  )
}

import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import {
  readerOf,
  requireDocumentForChange,
  requireSeesContent,
  type TokenUser,
} from '../../access/access.ts'
import { findVersion } from '../../content/version-queries.ts'
import type { RecordLanguage } from '../../db/record-tables.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { openVersion } from '../../preview/open-version.ts'
import { findEndedApproval, hastenFiling, insertFilings, listFilings } from './queries.ts'
import type { FiledRecordsView } from './schema.ts'
import { viewFiling } from './view.ts'

/** The records that are filed with a version, and those that are to be. */
export async function readFilings(
  deps: Deps,
  caller: TokenUser,
  versionId: string,
): Promise<FiledRecordsView> {
  const opened = await openVersion(deps, caller, versionId, 'read')
  requireSeesContent(opened)
  const { tenantId, subject } = caller
  const { version, mayWrite } = opened
  const rows = await listFilings(deps.db, tenantId, version.id)
  const approval = await findEndedApproval(deps.db, tenantId, version.id)
  const mayRequest = approval !== undefined && mayFile(opened, approval, subject)
  return { items: rows.map((row) => viewFiling(row, mayWrite)), mayRequest }
}

/**
 * This service reads the record with its own token, and all readers of the version read it then: whoever asks for it
 * may read it at the workflow service themselves, or decides who reads the document.
 */
const mayFile = (
  { mayWrite, mayManage }: { readonly mayWrite: boolean; readonly mayManage: boolean },
  { initiatorId }: { readonly initiatorId: string },
  userId: string,
) => mayWrite && (mayManage || initiatorId === userId)

/**
 * Asks for the record of the approval of a version that ended last. It is there once for each round and
 * language: asked again, what is filed stays, and what is not is tried at once.
 *
 * @throws `dms.approval_not_over` (409) for a version of which no approval has ended.
 * @throws `dms.initiator_only` (403) for who neither started it nor manages the document.
 */
export async function requestFiling(
  deps: Deps,
  caller: TokenUser,
  asked: { readonly versionId: string; readonly language: RecordLanguage },
  key: IdempotencyKey | undefined,
): Promise<Answer<FiledRecordsView>> {
  const { tenantId, subject } = caller
  const { versionId, language } = asked
  const reader = await readerOf(deps, caller)
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const version = await findVersion(tx, tenantId, versionId)
      if (version === undefined) throw problems.not_found()
      const { documentId } = version
      const access = await requireDocumentForChange(tx, reader, documentId, 'write')
      requireSeesContent(access)
      const approval = await findEndedApproval(tx, tenantId, version.id)
      if (approval === undefined) throw problems.approval_not_over()
      const may = { mayWrite: true, mayManage: access.rights.has('manage') }
      if (!mayFile(may, approval, subject)) throw problems.initiator_only()
      const at = deps.now()
      const request = { by: subject, at, runAfter: at }
      const isNew = (await insertFilings(tx, approval, [language], request)).length > 0
      const isAsked = isNew || (await hastenFiling(tx, approval, language, at))
      const { bindingId, round } = approval
      const actor = userActor(subject)
      const detail = { bindingId, round, language }
      const entry = { action: 'record.requested', actor, documentId, versionId: version.id, detail }
      if (isAsked) await appendAudit(tx, tenantId, at, [entry])
      const rows = await listFilings(tx, tenantId, version.id)
      return {
        status: isAsked ? 202 : 200,
        body: { items: rows.map((row) => viewFiling(row, true)), mayRequest: true },
      }
    }),
  )
}

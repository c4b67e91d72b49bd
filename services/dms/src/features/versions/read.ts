import { inTransaction } from '@countersign/service-kit/transaction'
import { readerOf, requireActive, requireDocument, type TokenUser } from '../../access.ts'
import { requireContent } from '../../content.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, type AuditActor, userActor } from '../audit/queries.ts'
import { findVersion, type VersionRow } from './queries.ts'

/** The version with what its reader may do. @throws `dms.not_found` */
export async function openVersion(
  deps: Deps,
  caller: TokenUser,
  versionId: string,
  right: 'read' | 'download',
): Promise<{ version: VersionRow; mayWrite: boolean }> {
  const version = await findVersion(deps.db, caller.tenantId, versionId)
  if (version === undefined) throw problems.not_found()
  const reader = await readerOf(deps, caller)
  const { document, rights } = await requireDocument(deps.db, reader, version.documentId, right)
  if (right === 'download') requireActive(document)
  return { version, mayWrite: rights.has('write') }
}

/**
 * Decides that the caller may have the bytes now, and records it: functional permission (on the
 * route), access list, state of the version.
 */
export async function openContent(
  deps: Deps,
  caller: TokenUser,
  versionId: string,
  purpose: 'download' | 'preview',
): Promise<VersionRow> {
  const right = purpose === 'download' ? 'download' : 'read'
  const { version, mayWrite } = await openVersion(deps, caller, versionId, right)
  requireContent(deps, version, mayWrite)
  await recordAccess(deps, version, userActor(caller.subject), purpose)
  return version
}

/** No byte leaves before it is in the audit that it did. */
export async function recordAccess(
  deps: Deps,
  version: VersionRow,
  actor: AuditActor,
  purpose: 'download' | 'preview',
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await inTransaction(deps.db, (tx) =>
    appendAudit(tx, version.tenantId, deps.now(), [
      {
        action: purpose === 'download' ? 'version.downloaded' : 'version.previewed',
        actor,
        documentId: version.documentId,
        versionId: version.id,
        detail,
      },
    ]),
  )
}

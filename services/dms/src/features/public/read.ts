import { inTransaction } from '@countersign/service-kit/transaction'
import type { DocumentRow } from '../../access/document-queries.ts'
import { listDocumentLevels } from '../../access/level-queries.ts'
import { type ContentMeter, requireContent } from '../../content/content.ts'
import { findVersion, type VersionRow } from '../../content/version-queries.ts'
import { decideAccess, publicPrincipals, type Right } from '../../core/access.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit } from '../audit/queries.ts'
import { findDocumentOfAnyTenant } from './queries.ts'

/**
 * A document that the public may read, with its current version. The public entries of the access
 * lists alone decide, neither publication nor a date.
 *
 * @throws `dms.not_found` when it is not public, `dms.forbidden` when it is, but not for this.
 */
export async function openPublicDocument(
  deps: Deps,
  documentId: string,
  right: Right,
): Promise<{ document: DocumentRow; version: VersionRow }> {
  const document = await findDocumentOfAnyTenant(deps.db, documentId)
  if (document?.status !== 'ACTIVE' || document.currentVersionId === null) {
    throw problems.not_found()
  }
  const levels = await listDocumentLevels(deps.db, document)
  const nobody = { userId: undefined, principals: publicPrincipals, isAdministrator: false }
  const { rights } = decideAccess({ ownerId: document.ownerId, levels }, nobody)
  if (!rights.has('read')) throw problems.not_found()
  if (!rights.has(right)) throw problems.forbidden({ members: { required: right } })
  const version = await findVersion(deps.db, document.tenantId, document.currentVersionId)
  if (version === undefined) throw problems.not_found()
  return { document, version }
}

/** The bytes of it, and what records that they leave. */
export async function openPublicContent(
  deps: Deps,
  documentId: string,
): Promise<{ version: VersionRow; meter: ContentMeter }> {
  const { document, version } = await openPublicDocument(deps, documentId, 'download')
  // Publication does not gate public access, so an archived version passes; an unsafe one never.
  requireContent(deps, version, true)
  const entry = {
    action: 'version.downloaded',
    actor: { kind: 'public', id: null },
    documentId,
    versionId: version.id,
    detail: { by: 'public' },
  } as const
  const begin = () =>
    inTransaction(deps.db, (tx) => appendAudit(tx, document.tenantId, deps.now(), [entry]))
  return { version, meter: { begin } }
}

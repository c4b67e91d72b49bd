import { inTransaction } from '@countersign/service-kit/transaction'
import {
  readerOf,
  requireActive,
  requireDocument,
  requireSeesContent,
  type TokenUser,
} from '../../access/access.ts'
import { type ContentMeter, requireContent } from '../../content/content.ts'
import { findVersion, type VersionRow } from '../../content/version-queries.ts'
import type { Deps } from '../../deps.ts'
import { findPreview, findRendition, type Shown } from '../../preview/preview.ts'
import { makeWatermark } from '../../preview/watermark.ts'
import { problems } from '../../problems.ts'
import type { AuditActor } from '../audit/append-queries.ts'
import { appendAudit, userActor } from '../audit/queries.ts'

export interface OpenedVersion {
  readonly version: VersionRow
  readonly mayWrite: boolean
  readonly seesContent: boolean
  /** What everything that is shown of it must bear; undefined for most readers. */
  readonly watermark: string | undefined
}

/** The version with what its reader may do. @throws `dms.not_found` */
export async function openVersion(
  deps: Deps,
  caller: TokenUser,
  versionId: string,
  right: 'read' | 'download',
): Promise<OpenedVersion> {
  const version = await findVersion(deps.db, caller.tenantId, versionId)
  if (version === undefined) throw problems.not_found()
  const reader = await readerOf(deps, caller)
  const access = await requireDocument(deps.db, reader, version.documentId, right)
  if (right === 'download') requireActive(access.document)
  const watermark = access.watermark ? await makeWatermark(deps, reader) : undefined
  return {
    version,
    mayWrite: access.rights.has('write'),
    seesContent: access.seesContent,
    watermark,
  }
}

/** A file that may leave, and what records it when it does. */
export interface OpenedContent {
  readonly version: VersionRow
  readonly meter: ContentMeter
}

/**
 * Decides that the caller may have the bytes of the file now: functional permission (on the route),
 * access list, state of the version.
 */
export async function openContent(
  deps: Deps,
  caller: TokenUser,
  versionId: string,
): Promise<OpenedContent> {
  const { version, mayWrite } = await openVersion(deps, caller, versionId, 'download')
  requireContent(deps, version, mayWrite)
  return { version, meter: recordDownload(deps, version, userActor(caller.subject)) }
}

/** Records a download when its first byte is about to leave, and none of what delivers nothing. */
export const recordDownload = (
  deps: Deps,
  version: VersionRow,
  actor: AuditActor,
  detail: Readonly<Record<string, unknown>> = {},
): ContentMeter => ({ begin: () => recordAccess(deps, version, actor, 'download', detail) })

/** What of a version is shown. Of text no copy can bear a watermark: it is for those without one. */
export type ShownPart = 'preview' | 'thumbnail' | 'text'

/**
 * Decides that the caller may be shown a version now, finds what there is to show, and records it.
 *
 * @throws `dms.preview_unavailable` (409)
 */
export async function openShown(
  deps: Deps,
  caller: TokenUser,
  versionId: string,
  part: ShownPart,
  page?: number,
): Promise<Shown> {
  const opened = await openVersion(deps, caller, versionId, 'read')
  const { version, mayWrite, watermark } = opened
  requireSeesContent(opened)
  if (part === 'text' && watermark !== undefined) {
    throw problems.forbidden({ members: { required: 'download' } })
  }
  requireContent(deps, version, mayWrite)
  const shown =
    part === 'preview'
      ? await findPreview(deps, version, { page, watermark })
      : await findRendition(deps, version, part, watermark)
  const detail = {
    ...(part === 'preview' ? {} : { by: part }),
    ...(page === undefined ? {} : { page }),
    ...(watermark === undefined ? {} : { watermark: true }),
  }
  await recordAccess(deps, version, userActor(caller.subject), 'preview', detail)
  return shown
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

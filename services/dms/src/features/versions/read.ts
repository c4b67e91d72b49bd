import { requireSeesContent, type TokenUser } from '../../access/access.ts'
import { openVersion } from '../../preview/open-version.ts'
import { type ContentMeter, requireContent } from '../../content/content.ts'
import type { VersionRow } from '../../content/version-queries.ts'
import type { Deps } from '../../deps.ts'
import { showPreview, showRendition } from '../../preview/preview.ts'
import type { Shown } from '../../preview/shown.ts'
import { problems } from '../../problems.ts'
import { userActor } from '../audit/queries.ts'
import { recordDownload, recordShown } from './record.ts'

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

export interface ShownRequest {
  /** Of text no copy can bear a watermark: it is for those without one. */
  readonly part: 'preview' | 'thumbnail' | 'text'
  readonly page?: number | undefined
  /** Whether only the head of the answer leaves. */
  readonly isHead: boolean
}

/**
 * Decides that the caller may be shown a version now, makes what there is to show, and records it if it leaves.
 * Without the right to download they are shown pictures and text, and never the file.
 *
 * @throws `dms.preview_unavailable` (409)
 */
export async function openShown(
  deps: Deps,
  caller: TokenUser,
  versionId: string,
  { part, page, isHead }: ShownRequest,
): Promise<Shown> {
  const opened = await openVersion(deps, caller, versionId, 'read')
  const { version, mayWrite, mayHaveFile, watermark } = opened
  requireSeesContent(opened)
  if (part === 'text' && watermark !== undefined) {
    throw problems.forbidden({ members: { required: 'download' } })
  }
  requireContent(deps, version, mayWrite)
  const shown =
    part === 'preview'
      ? await showPreview(deps, version, { page, watermark, mayHaveFile })
      : await showRendition(deps, version, part, watermark)
  if (isHead) return shown
  const detail = {
    ...(part === 'preview' ? {} : { by: part }),
    ...(page === undefined ? {} : { page }),
    ...(watermark === undefined ? {} : { watermark: true }),
  }
  await recordShown(deps, opened, caller.subject, detail)
  return shown
}

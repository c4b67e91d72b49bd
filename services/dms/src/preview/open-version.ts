import { readerOf, requireActive, requireReading, type TokenUser } from '../access/access.ts'
import { findVersion, type VersionRow } from '../content/version-queries.ts'
import type { Deps } from '../deps.ts'
import { problems } from '../problems.ts'
import { makeWatermark } from './watermark.ts'

export interface OpenedVersion {
  readonly version: VersionRow
  readonly mayWrite: boolean
  readonly mayManage: boolean
  readonly seesContent: boolean
  /** Whether they may have the file, and not only see what is in it. */
  readonly mayHaveFile: boolean
  /** What everything that is shown of it must bear; undefined for most readers. */
  readonly watermark: string | undefined
  /** Whether a task of theirs shows it, and no access list. */
  readonly byTask: boolean
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
  const asked = { documentId: version.documentId, versionId: version.id }
  const access = await requireReading(deps.db, reader, asked, right, deps.now())
  if (right === 'download') requireActive(access.document)
  const watermark = access.watermark ? await makeWatermark(deps, reader) : undefined
  return {
    version,
    mayWrite: access.rights.has('write'),
    mayManage: access.rights.has('manage'),
    seesContent: access.seesContent,
    mayHaveFile: access.rights.has('download'),
    watermark,
    byTask: access.byTask,
  }
}

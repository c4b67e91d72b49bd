import {
  type ReadAccess,
  readerOf,
  requireReading,
  requireSeesContent,
  type TokenUser,
} from '../../access/access.ts'
import { requireContent } from '../../content/content.ts'
import { findVersion, type VersionRow } from '../../content/version-queries.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { compareTexts } from './compare-text.ts'
import { recordShown } from './record.ts'
import type { ComparisonView, TextComparisonView, VersionView } from './schema.ts'
import { viewVersion } from './view.ts'

const COMPARED = ['fileName', 'contentType', 'sizeBytes', 'sha256', 'status', 'note'] as const

/**
 * What is different between two versions of one document. The text in them is compared when asked
 * for, and recorded as shown: who may see marked previews alone does not get it.
 */
export async function compareVersions(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  asked: { readonly from: string; readonly to: string; readonly text?: boolean },
): Promise<ComparisonView> {
  const reader = await readerOf(deps, caller)
  const open = async (versionId: string): Promise<Compared> => {
    const version = await findVersion(deps.db, caller.tenantId, versionId)
    if (version?.documentId !== documentId.toLowerCase()) throw problems.not_found()
    const read = { documentId: version.documentId, versionId: version.id }
    return { version, access: await requireReading(deps.db, reader, read, 'read', deps.now()) }
  }
  const both = [await open(asked.from), await open(asked.to)] as const
  const text = asked.text === true ? await compareTextsFor(deps, reader.userId, both) : undefined
  const [from, to] = both.map(({ version }) => viewVersion(version, caller.permissions)) as [
    VersionView,
    VersionView,
  ]
  const changes = COMPARED.filter((field) => from[field] !== to[field]).map((field) => ({
    field,
    from: from[field],
    to: to[field],
  }))
  const sameContent = from.sha256 === to.sha256
  return { from, to, sameContent, changes, ...(text === undefined ? {} : { text }) }
}

interface Compared {
  readonly version: VersionRow
  readonly access: ReadAccess
}

async function compareTextsFor(
  deps: Deps,
  userId: string,
  both: readonly [Compared, Compared],
): Promise<TextComparisonView> {
  for (const { version, access } of both) {
    requireSeesContent(access)
    if (access.watermark) throw problems.forbidden({ members: { required: 'download' } })
    requireContent(deps, version, access.rights.has('write'))
  }
  const [from, to] = both
  const compared = await compareTexts(deps, from.version, to.version)
  for (const { version, access } of both) {
    await recordShown(deps, { version, byTask: access.byTask }, userId, { by: 'comparison' })
  }
  return compared
}

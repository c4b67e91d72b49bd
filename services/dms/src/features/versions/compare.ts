import {
  type DocumentAccess,
  type Reader,
  readerOf,
  requireDocument,
  requireSeesContent,
  type TokenUser,
} from '../../access/access.ts'
import { requireContent } from '../../content/content.ts'
import { findVersion, type VersionRow } from '../../content/version-queries.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { userActor } from '../audit/queries.ts'
import { compareTexts } from './compare-text.ts'
import { recordAccess } from './read.ts'
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
  const access = await requireDocument(deps.db, reader, documentId, 'read')
  const find = async (id: string): Promise<VersionRow> => {
    const row = await findVersion(deps.db, caller.tenantId, id)
    if (row?.documentId !== documentId) throw problems.not_found()
    return row
  }
  const rows = [await find(asked.from), await find(asked.to)] as const
  const text = asked.text === true ? await compareTextsFor(deps, access, reader, rows) : undefined
  const [from, to] = rows.map((row) => viewVersion(row, caller.permissions)) as [
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

async function compareTextsFor(
  deps: Deps,
  access: DocumentAccess,
  { userId }: Reader,
  [from, to]: readonly [VersionRow, VersionRow],
): Promise<TextComparisonView> {
  requireSeesContent(access)
  if (access.watermark) throw problems.forbidden({ members: { required: 'download' } })
  for (const version of [from, to]) requireContent(deps, version, access.rights.has('write'))
  const compared = await compareTexts(deps, from, to)
  for (const version of [from, to]) {
    await recordAccess(deps, version, userActor(userId), 'preview', { by: 'comparison' })
  }
  return compared
}

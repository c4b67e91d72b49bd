import { readerOf, requireDocument, type TokenUser } from '../../access.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findVersion } from './queries.ts'
import type { ComparisonView, VersionView } from './schema.ts'
import { viewVersion } from './view.ts'

const COMPARED = ['fileName', 'contentType', 'sizeBytes', 'sha256', 'status', 'note'] as const

/** What is different between two versions of one document, apart from the text in them. */
export async function compareVersions(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  ids: { readonly from: string; readonly to: string },
): Promise<ComparisonView> {
  await requireDocument(deps.db, await readerOf(deps, caller), documentId, 'read')
  const find = async (id: string): Promise<VersionView> => {
    const row = await findVersion(deps.db, caller.tenantId, id)
    if (row?.documentId !== documentId) throw problems.not_found()
    return viewVersion(row, caller.permissions)
  }
  const [from, to] = [await find(ids.from), await find(ids.to)]
  const changes = COMPARED.filter((field) => from[field] !== to[field]).map((field) => ({
    field,
    from: from[field],
    to: to[field],
  }))
  return { from, to, sameContent: from.sha256 === to.sha256, changes }
}

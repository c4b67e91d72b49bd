import type { Reader } from '../../access/access.ts'
import type { DocumentRow } from '../../access/document-queries.ts'
import { wordsOf } from '../../core/search-terms.ts'
import { decideContent } from '../../core/version.ts'
import type { Deps } from '../../deps.ts'
import { readFolderGrants } from './folder-grants.ts'
import { listSnippets } from './term-queries.ts'
import { listReadable } from './visible-queries.ts'

/**
 * Where in their text documents have what was searched for, by document. Only of text that the
 * reader could read: not of a version whose state keeps it back, nor where they see marked previews
 * alone or only administers.
 */
export async function findSnippets(
  deps: Deps,
  reader: Reader,
  documents: readonly DocumentRow[],
  query: string,
): Promise<ReadonlyMap<string, string>> {
  const { marked } = await readFolderGrants(deps, reader, 'read')
  const open = documents.filter(
    ({ ownerId, folderId, inherit }) =>
      ownerId === reader.userId || !inherit || folderId === null || !marked.includes(folderId),
  )
  const ids = await listReadable(deps, reader, open)
  const principals = [...reader.principals]
  const { tenantId, userId } = reader
  const asked = { ids, principals, userId, words: wordsOf(query) }
  const found = await listSnippets(deps.db, tenantId, asked)
  const hasScanner = deps.scanner !== undefined
  return new Map(
    found
      .filter((each) => decideContent(each, false, hasScanner).allowed)
      .map(({ documentId, snippet }) => [documentId, snippet.replace(/\s+/g, ' ').trim()]),
  )
}

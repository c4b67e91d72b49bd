import { inTransaction } from '@countersign/service-kit/transaction'
import type { Reader } from '../../access/access.ts'
import type { DocumentRow } from '../../access/document-queries.ts'
import { MAX_QUERY_TERMS, wordsOf } from '../../core/search-terms.ts'
import { decideContent } from '../../core/version.ts'
import type { Deps } from '../../deps.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { readFolderGrants } from './folder-grants.ts'
import { listSnippets, type SnippetRow } from './term-queries.ts'
import { listReadable } from './visible-queries.ts'

/**
 * Where in their text documents have what was searched for, by document. Only of text that the
 * reader could read: not of a version whose state keeps it back, nor where they see marked previews
 * alone or only administers. Each is in the audit as shown.
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
  const words = wordsOf(query).slice(0, MAX_QUERY_TERMS)
  const asked = { ids, principals, userId, words }
  const found = await listSnippets(deps.db, tenantId, asked)
  const hasScanner = deps.scanner !== undefined
  const quoted = found.filter((each) => decideContent(each, false, hasScanner).allowed)
  await recordQuoted(deps, reader, quoted)
  return new Map(
    quoted.map(({ documentId, snippet }) => [documentId, snippet.replace(/\s+/g, ' ').trim()]),
  )
}

/** No text leaves before it is in the audit that it did; what was searched for can be a name, and stays out of it. */
async function recordQuoted(
  deps: Deps,
  { tenantId, userId }: Reader,
  quoted: readonly SnippetRow[],
): Promise<void> {
  if (quoted.length === 0) return
  const entries = quoted.map(({ documentId, versionId }) => ({
    action: 'version.previewed',
    actor: userActor(userId),
    documentId,
    versionId,
    detail: { by: 'search' },
  }))
  await inTransaction(deps.db, (tx) => appendAudit(tx, tenantId, deps.now(), entries))
}

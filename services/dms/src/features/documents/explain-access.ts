import { readerOf, requireDocument, type TokenUser } from '../../access/access.ts'
import { listDocumentLevels } from '../../access/level-queries.ts'
import { decideAccess, RIGHTS } from '../../core/access.ts'
import type { Deps } from '../../deps.ts'

/**
 * What somebody may do with a document and which entry says so. About others only those may ask who
 * keep the access list. Functional permissions are in a user's token and not known here.
 */
export async function explainAccess(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  askedFor: string,
) {
  // Tokens spell the ids of users in lower case.
  const userId = askedFor.toLowerCase()
  const self = userId === caller.subject
  const asking = await readerOf(deps, caller)
  const right = self ? 'read' : 'manage'
  const { document } = await requireDocument(deps.db, asking, documentId, right)
  const { tenantId } = caller
  const reader = self
    ? asking
    : await readerOf(deps, { tenantId, subject: userId, permissions: [] })
  const levels = await listDocumentLevels(deps.db, document)
  const decision = decideAccess({ ownerId: document.ownerId, levels }, reader)
  const { rights, reasons, seesContent, watermark } = decision
  return {
    userId,
    rights: RIGHTS.filter((each) => rights.has(each)),
    seesContent,
    watermark,
    reasons: [...reasons],
  }
}

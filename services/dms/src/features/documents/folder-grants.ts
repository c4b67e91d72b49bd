import type { Reader } from '../../access/access.ts'
import { decideAccess, folderLevels, type Right } from '../../core/access.ts'
import type { Deps } from '../../deps.ts'
import { listFolderEntries, listFolderNodes } from '../folders/queries.ts'

/** Folders, by what they do to the documents in them. */
export interface Grants {
  readonly allow: readonly string[]
  readonly deny: readonly string[]
  /** Those whose documents are shown with a watermark. */
  readonly marked: readonly string[]
}

/** Folders through which the reader has a right to their documents, and those that take it. */
export async function readFolderGrants(deps: Deps, reader: Reader, right: Right): Promise<Grants> {
  const [allow, deny, marked]: [string[], string[], string[]] = [[], [], []]
  const { tenantId, principals } = reader
  const entries = Map.groupBy(
    await listFolderEntries(deps.db, tenantId, [...principals]),
    ({ folderId }) => folderId,
  )
  // So it is for most readers of most tenants, and there may be very many folders.
  if (entries.size === 0) return { allow, deny, marked }
  const folders = await listFolderNodes(deps.db, tenantId)
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  for (const folder of folders) {
    const levels = folderLevels(folder, byId, entries)
    if (levels.every((level) => level.entries.length === 0)) continue
    // As a document of somebody else in this folder would be seen.
    const decision = decideAccess({ ownerId: '', levels }, { ...reader, isAdministrator: false })
    const reasons = decision.reasons.filter((each) => each.right === right)
    if (reasons.some(({ effect }) => effect === 'allow')) allow.push(folder.id)
    if (reasons.some(({ effect }) => effect === 'deny')) deny.push(folder.id)
    if (decision.watermark) marked.push(folder.id)
  }
  return { allow, deny, marked }
}

import type { Reader } from '../../access.ts'
import { type AclLevel, decideAccess, levelsInForce } from '../../core/access.ts'
import type { Deps } from '../../deps.ts'
import { type FolderRow, listFolderEntries, listFolders } from './queries.ts'

/** Folders that the reader may see, by name. */
export async function listVisibleFolders(deps: Deps, reader: Reader): Promise<FolderRow[]> {
  const folders = await listFolders(deps.db, reader.tenantId)
  const entries = Map.groupBy(
    await listFolderEntries(deps.db, reader.tenantId),
    ({ folderId }) => folderId,
  )
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  return folders.filter((folder) => {
    const levels: AclLevel[] = []
    for (let at: FolderRow | undefined = folder; at && levels.length < 64;) {
      const { id, inherit, parentId }: FolderRow = at
      levels.push({ kind: 'folder', id, inherit, entries: entries.get(id) ?? [] })
      at = parentId === null ? undefined : byId.get(parentId)
    }
    const subject = { ownerId: folder.ownerId, levels: levelsInForce(levels) }
    return decideAccess(subject, reader).rights.has('read')
  })
}

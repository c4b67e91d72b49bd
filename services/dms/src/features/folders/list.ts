import type { Reader } from '../../access/access.ts'
import type { FolderRow } from '../../access/folder-queries.ts'
import { decideAccess, folderLevels } from '../../core/access.ts'
import type { Deps } from '../../deps.ts'
import { listFolderEntries, listFolders } from './queries.ts'

/** Folders that the reader may see, by name. */
export async function listVisibleFolders(deps: Deps, reader: Reader): Promise<FolderRow[]> {
  const folders = await listFolders(deps.db, reader.tenantId)
  const entries = Map.groupBy(
    await listFolderEntries(deps.db, reader.tenantId, [...reader.principals]),
    ({ folderId }) => folderId,
  )
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  return folders.filter((folder) => {
    const levels = folderLevels(folder, byId, entries)
    return decideAccess({ ownerId: folder.ownerId, levels }, reader).rights.has('read')
  })
}

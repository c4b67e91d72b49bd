import type { FolderRow } from '../../access/folder-queries.ts'
import type { FolderView } from './schema.ts'

export function viewFolder(row: FolderRow): FolderView {
  return {
    id: row.id,
    name: row.name,
    parentId: row.parentId,
    ownerId: row.ownerId,
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

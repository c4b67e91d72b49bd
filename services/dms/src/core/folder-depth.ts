import { type FolderNode, MAX_DEPTH } from './access.ts'

type Node = Pick<FolderNode, 'id' | 'parentId'>

/** Whether a folder with all that is in it may be put there: no list of what is above may fall out of reach. */
export function fitsBelow(parentDepth: number, height: number): boolean {
  return parentDepth + height <= MAX_DEPTH
}

/** How many folders there are from the top down to this one, itself included. */
export function depthOf(folderId: string, folders: readonly Node[]): number {
  const parents = new Map(folders.map(({ id, parentId }) => [id, parentId]))
  let depth = 0
  for (let at: string | null | undefined = folderId; at && depth <= MAX_DEPTH; depth++) {
    at = parents.get(at)
  }
  return depth
}

/** How many levels a folder and those in it take. */
export function heightOf(folderId: string, folders: readonly Node[]): number {
  const inside = Map.groupBy(folders, ({ parentId }) => parentId)
  let height = 0
  for (let level = [folderId]; level.length > 0 && height <= MAX_DEPTH; height++) {
    level = level.flatMap((id) => (inside.get(id) ?? []).map((folder) => folder.id))
  }
  return height
}

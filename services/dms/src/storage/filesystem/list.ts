import { opendir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type ListedObject, StorageUnavailable } from '../object-store.ts'
import { ignoreMissing } from './folder.ts'

const PAGE = 500

/** Files below `objects/`, by the keys that they were stored under. */
export async function* listObjects(
  root: string,
  prefix: string,
): AsyncIterable<readonly ListedObject[]> {
  const objects = join(root, 'objects')
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  const directory = await opendir(join(objects, folder), { recursive: true }).catch(failed)
  if (directory === undefined) return
  let page: ListedObject[] = []
  for await (const entry of directory) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const key = relative(objects, path).split(sep).join('/')
    const found = await stat(path).catch(ignoreMissing)
    if (found === undefined || !key.startsWith(prefix)) continue
    page.push({ key, modifiedAt: found.mtime })
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

// A tenant that has stored nothing has no folder.
function failed(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw new StorageUnavailable('the storage folder cannot be read', { cause: error })
}

import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { findSource } from '../../content/source-queries.ts'
import type { Deps } from '../../deps.ts'
import { ObjectMissing } from '../../storage/object-store.ts'
import { findFiledObject, type FiledObject } from './queries.ts'

/**
 * What a line says of a copy: its name in the folder; or why there is none. `infected`: no file leaves that a
 * scanner refused. `lost`: the object is not there, or is another one. Nothing: there is nothing to copy.
 */
export type Copied =
  | { readonly file: string }
  | { readonly noFile: 'infected' | 'lost' }
  | Readonly<Record<string, never>>

/**
 * Copies what somebody filed into a folder, named by the id of its object. A copy that is there is whole:
 * it gets its name when its bytes have the hash on record. So it may be called again.
 *
 * @throws `StorageUnavailable` when the storage does not answer.
 */
export async function copyFile(
  deps: Pick<Deps, 'db' | 'stores'>,
  tenantId: string,
  objectId: string,
  folder: string,
): Promise<Copied> {
  const object = await findFiledObject(deps.db, tenantId, objectId)
  if (object === undefined) return {}
  if (object.infected) return { noFile: 'infected' }
  const path = join(folder, object.id)
  if (await isThere(path)) return { file: object.id }
  const part = `${path}.part`
  if (!(await fetchWhole(deps, tenantId, object, part))) {
    await rm(part, { force: true })
    return { noFile: 'lost' }
  }
  await rename(part, path)
  return { file: object.id }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

async function fetchWhole(
  { db, stores }: Pick<Deps, 'db' | 'stores'>,
  tenantId: string,
  { sourceId, key, sha256 }: FiledObject,
  path: string,
): Promise<boolean> {
  const source = await findSource(db, tenantId, sourceId)
  if (source === undefined) throw new Error('the source of an object is not there')
  const store = await stores.open(source)
  const hash = createHash('sha256')
  try {
    const hashed = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    }
    const written = createWriteStream(path, { mode: 0o600, flush: true })
    await pipeline(await store.read(key), hashed, written)
  } catch (error) {
    if (error instanceof ObjectMissing) return false
    throw error
  }
  return hash.digest().equals(sha256)
}

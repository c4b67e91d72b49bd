import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { uuidv7 } from 'uuidv7'
import type { Deps } from '../deps.ts'
import { collectedFrom } from '../storage/owned-bytes.ts'
import { type DerivedObject, insertDerived, setDerivedState } from './derived-queries.ts'
import { findSource } from './source-queries.ts'
import type { VersionRow } from './version-queries.ts'

const MAX_BYTES = 128 * 1024 * 1024
const REAP_AFTER_MS = 60 * 60_000
const TIMEOUT_MS = 5 * 60_000

export interface Stored {
  readonly object: DerivedObject
  /** As the storage has it. */
  readonly key: string
}

/** What was made is larger than this service keeps beside a version. */
export class DerivedTooLarge extends Error {
  override readonly name = 'DerivedTooLarge'
}

/**
 * Puts a file that was made of a version where the version is. Until it is confirmed the reaper
 * takes it for an orphan, which it is if this process dies now.
 */
export async function storeDerived(deps: Deps, version: VersionRow, path: string): Promise<Stored> {
  const { tenantId } = version
  const { size } = await stat(path)
  if (size > MAX_BYTES) throw new DerivedTooLarge('the file is too large')
  const source = await findSource(deps.db, tenantId, version.sourceId)
  if (source === undefined) throw new Error('the source of a version is not there')
  const name = randomBytes(20).toString('hex')
  const parts = [source.basePath, tenantId, name.slice(0, 2), name.slice(2)]
  const now = deps.now()
  const object = {
    id: uuidv7(),
    sourceId: source.id,
    key: parts.filter(Boolean).join('/'),
    sizeBytes: size,
    sha256: await hashFile(path),
    reapAfter: new Date(now.getTime() + REAP_AFTER_MS),
  }
  await insertDerived(deps.db, tenantId, object, now)
  const store = await deps.stores.open(source)
  const remember = (state: Readonly<Record<string, unknown>>) =>
    setDerivedState(deps.db, tenantId, object.id, state)
  const { state } = await store.append(
    { key: object.key, state: {} },
    collectedFrom(createReadStream(path, { highWaterMark: 1024 * 1024 })),
    {
      offset: 0,
      sizeBytes: size,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      onProgress: remember,
    },
  )
  const target = { key: object.key, state }
  const { key } = await store.commit(target, size)
  await store.discard(target, key)
  return { object, key }
}

async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest()
}

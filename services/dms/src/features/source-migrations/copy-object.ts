import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { inTransaction } from '@countersign/service-kit/transaction'
import { findSource } from '../../content/source-queries.ts'
import type { Deps } from '../../deps.ts'
import { BlockReader } from '../../storage/block-reader.ts'
import type { BufferPool } from '../../storage/buffer-pool.ts'
import {
  BytesLost,
  ObjectIncomplete,
  ObjectMissing,
  type ObjectStore,
  StorageUnavailable,
  type WriteState,
} from '../../storage/object-store.ts'
import type { OwnedBytes } from '../../storage/owned-bytes.ts'
import {
  beginAnew,
  type CopyRow,
  dropCopy,
  endCopy,
  exchangePlaces,
  failCopy,
  findObject,
  leaveCopy,
  lockObject,
  type ObjectRow,
  recordCopied,
  renewCopy,
} from './copy-queries.ts'
import { choosePlace } from './place.ts'
import { clearObstacle, type MigrationRow, setObstacle } from './queries.ts'

const MOST_ATTEMPTS = 5
const INTERRUPTED = 'the copy was interrupted again and again'
const CHANGED = 'the bytes at the target have another hash'
// Another worker may have finished the same copy in the moment its lease ran out.
const GRACE_MS = 15 * 60_000

export interface CopyWorker {
  readonly id: string
  readonly leaseSeconds: number
}

/** switched: it is at the target; ended: what came of it is on record; left: for another round. */
export type CopyOutcome = 'switched' | 'ended' | 'left'

/**
 * Copies one object, reads the copy back and compares, and switches: in one transaction, after which
 * every reader finds the copy. The old bytes stay. May run twice, at once, or die anywhere: what is
 * durable is on record, what was not switched is not seen, and the lease fences a worker that woke
 * up too late.
 *
 * Kept by: services/dms/src/features/source-migrations/migrations.test.ts "never switches to bytes that are not those registered"
 * Kept by: services/dms/src/features/source-migrations/migrations.test.ts "copies each object once with six workers at it"
 * Kept by: services/dms/src/features/source-migrations/migrations.test.ts "lets one that woke up too late do nothing"
 */
export async function copyObject(
  deps: Deps,
  migration: MigrationRow,
  copy: CopyRow,
  worker: CopyWorker,
): Promise<CopyOutcome> {
  const lost = new AbortController()
  const timer = setInterval(
    () =>
      void renewCopy(deps.db, copy, worker)
        .then((mine) => mine || lost.abort(new LeaseLost()))
        .catch(() => undefined),
    (worker.leaseSeconds * 1000) / 4,
  )
  timer.unref()
  try {
    const object = await findObject(deps.db, copy.tenantId, copy.objectId)
    if (object?.status !== 'STORED' || object.sourceId !== migration.sourceId) {
      await abandon(deps, copy, worker)
      return 'ended'
    }
    const key = await transfer(deps, migration, copy, object, worker, lost.signal)
    return await switchOver(deps, migration, copy, worker, key)
  } catch (error) {
    return await leave(deps, migration, copy, worker, error)
  } finally {
    clearInterval(timer)
  }
}

class LeaseLost extends Error {}

/** @returns the key under which the verified copy is at the target. */
async function transfer(
  deps: Deps,
  migration: MigrationRow,
  copy: CopyRow,
  object: ObjectRow,
  worker: CopyWorker,
  signal: AbortSignal,
): Promise<string> {
  const isRegistered = async (store: ObjectStore, at: string) => {
    const sha256 = await hashOf(store, at, signal)
    return object.sha256?.equals(sha256) === true
  }
  const [source, target] = await Promise.all(
    [migration.sourceId, migration.targetId].map((id) => openStore(deps, copy.tenantId, id)),
  )
  if (source === undefined || target === undefined) throw new Error('a source is not there')
  let latest: WriteState = copy.writeState
  const record = async (state: WriteState, received: number) => {
    latest = state
    if (!(await recordCopied(deps.db, copy, worker, state, received))) throw new LeaseLost()
  }
  const { copiedBytes, sizeBytes } = copy
  if (copiedBytes < sizeBytes || sizeBytes === 0) {
    const range = { start: copiedBytes, end: sizeBytes - 1 }
    const { blocks } = deps.stores
    const bytes =
      sizeBytes === 0 ? nothing() : readBlocks(await source.read(object.key, range), blocks)
    const { state, receivedBytes } = await target.append({ key: copy.key, state: latest }, bytes, {
      offset: copiedBytes,
      sizeBytes,
      signal,
      onProgress: record,
    })
    await record(state, receivedBytes)
  }
  const { key } = await target.commit({ key: copy.key, state: latest }, copy.sizeBytes)
  await target.discard({ key: copy.key, state: latest }, key)
  if (await isRegistered(target, key)) return key
  throw (await isRegistered(source, object.key)) ? new CopyDiffers() : new SourceDiffers()
}

/** Changed on the way or where it came to: made again, it may be right. */
class CopyDiffers extends Error {}

/** What was stored is not what was registered any more: no copy can be. */
class SourceDiffers extends Error {}

async function openStore(
  deps: Deps,
  tenantId: string,
  sourceId: string,
): Promise<ObjectStore | undefined> {
  const source = await findSource(deps.db, tenantId, sourceId)
  return source === undefined ? undefined : deps.stores.open(source)
}

async function* readBlocks(stream: Readable, pool: BufferPool): AsyncGenerator<OwnedBytes> {
  try {
    yield* new BlockReader({ stream, chunksOf: 'other' }, { pool })
  } finally {
    stream.destroy()
  }
}

async function* nothing(): AsyncGenerator<OwnedBytes> {
  // An empty object has no bytes to read.
}

async function hashOf(store: ObjectStore, key: string, signal: AbortSignal): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of await store.open(key)) {
    signal.throwIfAborted()
    hash.update(chunk.bytes)
    chunk.release()
  }
  return hash.digest()
}

async function switchOver(
  deps: Deps,
  migration: MigrationRow,
  copy: CopyRow,
  worker: CopyWorker,
  key: string,
): Promise<CopyOutcome> {
  const { tenantId, objectId } = copy
  return inTransaction(deps.db, async (tx) => {
    const object = await lockObject(tx, tenantId, objectId)
    const isThere = object?.status === 'STORED' && object.sourceId === migration.sourceId
    if (!(await endCopy(tx, copy, worker.id, isThere ? 'SWITCHED' : 'GONE'))) return 'left'
    if (!isThere || object.sha256 === null) {
      // Deleted for good while it was copied.
      await dropCopy(tx, tenantId, copy.copyId, new Date(deps.now().getTime() + GRACE_MS))
      return 'ended'
    }
    const { sourceId, key: oldKey, sha256 } = object
    const to = { sourceId: migration.targetId, key }
    await exchangePlaces(tx, copy, { sourceId, key: oldKey, sha256 }, to)
    await clearObstacle(tx, migration)
    return 'switched'
  })
}

async function abandon(deps: Deps, copy: CopyRow, worker: CopyWorker): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await endCopy(tx, copy, worker.id, 'GONE'))) return
    await dropCopy(tx, copy.tenantId, copy.copyId, new Date(deps.now().getTime() + GRACE_MS))
  })
}

/** A storage that does not answer says nothing about the object; everything else is counted. */
async function leave(
  deps: Deps,
  migration: MigrationRow,
  copy: CopyRow,
  worker: CopyWorker,
  error: unknown,
): Promise<CopyOutcome> {
  if (error instanceof LeaseLost) return 'left'
  const { id: migrationId } = migration
  deps.log.warn({ err: error, objectId: copy.objectId, migrationId }, 'object not copied')
  const failure = readFailure(error)
  if (failure === undefined) {
    await leaveCopy(deps.db, copy, worker.id)
    const obstacle = error instanceof StorageUnavailable ? error.message : 'an unexpected fault'
    await setObstacle(deps.db, migration, obstacle)
    return 'left'
  }
  const { reason, isCertain } = failure
  if (isCertain || copy.attempts + 1 >= MOST_ATTEMPTS) {
    await failCopy(deps.db, copy, worker.id, reason)
    return 'ended'
  }
  const place = await choosePlace(deps.db, migration)
  const now = deps.now()
  const reapAfter = new Date(now.getTime() + GRACE_MS)
  await inTransaction(deps.db, (tx) =>
    beginAnew(tx, migration, copy, worker.id, { place, now, reapAfter }),
  )
  return 'ended'
}

/** What went wrong with the object itself, and whether another attempt could go otherwise. */
function readFailure(error: unknown): { reason: string; isCertain: boolean } | undefined {
  if (error instanceof ObjectMissing) {
    return { reason: 'the object is missing at the source', isCertain: true }
  }
  if (error instanceof SourceDiffers) {
    return { reason: 'the bytes at the source have another hash', isCertain: true }
  }
  if (error instanceof CopyDiffers) return { reason: CHANGED, isCertain: false }
  if (error instanceof ObjectIncomplete || error instanceof BytesLost)
    return { reason: INTERRUPTED, isCertain: false }
  return undefined
}

import { createHash, type Hash, randomUUID } from 'node:crypto'
import type { TokenUser } from '../../../access/access.ts'
import { findSource } from '../../../content/source-queries.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import type { ByteSource } from '../../../storage/block-reader.ts'
import type { SourceLocation } from '../../../storage/driver.ts'
import {
  ObjectIncomplete,
  type ObjectStore,
  StorageUnavailable,
  type WriteState,
} from '../../../storage/object-store.ts'
import type { OwnedBytes } from '../../../storage/owned-bytes.ts'
import { type ClaimedUpload, claimContent } from '../claim-queries.ts'
import type { UploadRow } from '../queries.ts'
import { endSending, recordProgress, releaseSender, renewSender } from '../sender-queries.ts'
import { findOwnUpload, whyNotTaken } from '../session.ts'
import { Sniffer } from '../sniff-type.ts'
import { watchSender } from './watch-sender.ts'

export interface IncomingContent {
  readonly source: ByteSource
  /** `Upload-Offset`; without one the content starts over. */
  readonly offset: number | undefined
  /** `Content-Length` of a raw body. */
  readonly lengthBytes: number | undefined
}

export interface Received {
  readonly receivedBytes: number
  readonly sha256?: string
}

class TooManyBytes extends Error {}

/** Ends a stream whose content is refused as a whole (400): what came of it is dropped. */
export class ContentRefused extends Error {}

/**
 * Takes bytes of an upload: counted, hashed and stored while they come, with flat memory. What is
 * durable is recorded on the way, so that a crash costs a few megabytes and not the upload.
 */
export async function receiveContent(
  deps: Deps,
  caller: TokenUser,
  uploadId: string,
  content: IncomingContent,
): Promise<Received> {
  const { tenantId, subject: ownerId } = caller
  const [senderId, now] = [randomUUID(), deps.now()]
  const { offset = null, lengthBytes = 0 } = content
  const who = { tenantId, id: uploadId, ownerId, senderId, now }
  const place = { offset, lengthBytes, leaseSeconds: deps.settings.senderLeaseSeconds }
  const upload = await claimContent(deps.db, { ...who, ...place })
  if (upload === undefined)
    throw whyNotTaken(deps, await findOwnUpload(deps, caller, uploadId), content)
  try {
    const stored = await storeContent(deps, upload, senderId, content)
    const { receivedBytes, sha256 } = stored
    const sent = { tenantId, id: uploadId, senderId, ...stored, expiresAt: nextExpiry(deps) }
    if (!(await endSending(deps.db, sent))) throw takenOver()
    return { receivedBytes, ...(sha256 === null ? {} : { sha256: sha256.toString('hex') }) }
  } catch (error) {
    await releaseSender(deps.db, tenantId, uploadId, senderId)
    throw error
  }
}

interface Stored {
  readonly receivedBytes: number
  readonly writeState: WriteState
  /** When all bytes came in this one request. */
  readonly sha256: Buffer | null
  readonly sniffedType: string | null
}

async function storeContent(
  deps: Deps,
  upload: ClaimedUpload,
  senderId: string,
  content: IncomingContent,
): Promise<Stored> {
  const { tenantId, id, sizeBytes } = upload
  const offset = content.offset ?? 0
  const lease = deps.settings.senderLeaseSeconds
  const store = await openSource(deps, upload.source)
  const [hash, sniffer] = [createHash('sha256'), new Sniffer()]
  const watch = watchSender({
    source: content.source,
    pool: deps.stores.blocks,
    idleSeconds: lease,
    onChunk: refuseAbove(sizeBytes - offset),
    renew: () => renewSender(deps.db, tenantId, id, senderId, lease),
    isCrowded: store.isCrowded,
  })
  let latest: WriteState = upload.writeState
  const record = async (state: WriteState, receivedBytes: number) => {
    latest = state
    const progress = { receivedBytes, writeState: state, expiresAt: nextExpiry(deps) }
    const mine = await recordProgress(deps.db, tenantId, id, senderId, lease, progress)
    if (!mine) throw takenOver()
  }
  try {
    const target = { key: upload.key, state: upload.writeState }
    const { state, receivedBytes } = await store.append(
      target,
      hashed(watch.blocks, hash, sniffer),
      { offset, sizeBytes, signal: watch.signal, onProgress: record },
    )
    const isWhole = offset === 0 && receivedBytes === sizeBytes
    return {
      receivedBytes,
      writeState: state,
      sha256: isWhole ? hash.digest() : null,
      sniffedType: isWhole ? ((await sniffer.findType()) ?? '') : null,
    }
  } catch (error) {
    if (error instanceof TooManyBytes || error instanceof ContentRefused) {
      await record(store.rewind(offset === 0 ? {} : upload.writeState, latest), offset)
    }
    throw worded(error, watch.signal)
  } finally {
    watch.stop()
  }
}

const nextExpiry = ({ now, settings }: Deps) =>
  new Date(now().getTime() + settings.uploadExpiresSeconds * 1000)

const takenOver = () => problems.upload_busy({ detail: 'Another sender has taken over.' })

/** @throws `dms.storage_unavailable` (503) when the deployment cannot reach it. */
export const openSource = (deps: Deps, source: SourceLocation): Promise<ObjectStore> =>
  deps.stores.open(source).catch((error: unknown) => {
    throw worded(error)
  })

/** As {@link openSource}, for a session whose source is not known yet. */
export async function openStore(deps: Deps, upload: UploadRow): Promise<ObjectStore> {
  const source = await findSource(deps.db, upload.tenantId, upload.sourceId)
  if (source === undefined) throw new Error('the source of an object is not there')
  return openSource(deps, source)
}

/** Counts what comes, as it comes: a sender of too much may never end. */
export function refuseAbove(limitBytes: number): (sizeBytes: number) => void {
  let count = 0
  return (sizeBytes) => {
    count += sizeBytes
    if (count > limitBytes) throw new TooManyBytes()
  }
}

export async function* hashed(
  blocks: AsyncIterable<OwnedBytes>,
  hash: Hash,
  sniffer?: Sniffer,
): AsyncGenerator<OwnedBytes> {
  for await (const block of blocks) {
    hash.update(block.bytes)
    sniffer?.see(block.bytes)
    yield block
  }
}

/** The refusal that a fault of stream or storage is for the client. */
export function worded(error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted === true && signal.reason instanceof Error) return signal.reason
  if (error instanceof TooManyBytes) {
    return problems.too_large({ cause: error, headers: { connection: 'close' } })
  }
  if (error instanceof ContentRefused) {
    return problems.invalid_request({ detail: error.message, cause: error })
  }
  if (error instanceof StorageUnavailable || error instanceof ObjectIncomplete) {
    return problems.storage_unavailable({
      cause: error,
      headers: { 'retry-after': '5', connection: 'close' },
    })
  }
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ECONNRESET') {
    return problems.invalid_request({ detail: 'The bytes broke off.', cause: error })
  }
  return error
}

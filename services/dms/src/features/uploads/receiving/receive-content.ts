import { createHash, type Hash, randomUUID } from 'node:crypto'
import type { TokenUser } from '../../../access/access.ts'
import type { Checksum } from '../../../core/upload-fields.ts'
import { findSource } from '../../../content/source-queries.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import type { ByteSource } from '../../../storage/block-reader.ts'
import type { SourceLocation } from '../../../storage/driver.ts'
import {
  BytesLost,
  ObjectIncomplete,
  type ObjectStore,
  type Remains,
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
  /** Nothing starts over: offset 0 is a place like any other. */
  readonly isExact?: boolean
  /** What the bytes of this request must be; until all are there, none of them counts. */
  readonly checksum?: Checksum | undefined
  /** Told whenever more is durable, and on record. */
  readonly onDurable?: ((receivedBytes: number) => void) | undefined
}

export interface Received {
  readonly receivedBytes: number
  readonly sha256?: string
}

class TooManyBytes extends Error {}
class OtherBytes extends Error {}

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
  const { offset = null, lengthBytes = 0, isExact = false } = content
  const who = { tenantId, id: uploadId, ownerId, senderId, now }
  const place = { offset, lengthBytes, isExact, leaseSeconds: deps.settings.senderLeaseSeconds }
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

export interface Stored {
  readonly receivedBytes: number
  readonly writeState: WriteState
  /** When all bytes came in this one request. */
  readonly sha256: Buffer | null
  readonly sniffedType: string | null
}

/** Stores what comes for a session that the sender has. */
export async function storeContent(
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
  const progress = progressOf(deps, upload, senderId, content, store)
  const { checksum } = content
  const verifier = checksum && createHash(checksum.algorithm)
  try {
    const target = { key: upload.key, state: upload.writeState }
    const { state, receivedBytes } = await store.append(
      target,
      hashed(verifier ? hashed(watch.blocks, verifier) : watch.blocks, hash, sniffer),
      { offset, sizeBytes, signal: watch.signal, onProgress: progress.record },
    )
    if (verifier && checksum && !verifier.digest().equals(checksum.digest)) throw new OtherBytes()
    const isWhole = offset === 0 && receivedBytes === sizeBytes
    return {
      receivedBytes,
      writeState: state,
      sha256: isWhole ? hash.digest() : null,
      sniffedType: isWhole ? ((await sniffer.findType()) ?? '') : null,
    }
  } catch (error) {
    if (isUnwanted(error, content)) await progress.drop()
    if (error instanceof BytesLost) await progress.goBack(error.left)
    throw worded(error, watch.signal, content.isExact ? progress.durableBytes() : undefined)
  } finally {
    watch.stop()
  }
}

/** Puts on record what is durable of a request; with a checksum nothing counts before all is verified. */
function progressOf(
  deps: Deps,
  upload: ClaimedUpload,
  senderId: string,
  { offset = 0, checksum, onDurable }: IncomingContent,
  store: ObjectStore,
) {
  const { tenantId, id } = upload
  const earlier = offset === 0 ? {} : upload.writeState
  let latest: WriteState = upload.writeState
  let durable = offset
  const goBack = async ({ state, receivedBytes }: Remains) => {
    const progress = { receivedBytes, writeState: state, expiresAt: nextExpiry(deps) }
    const lease = deps.settings.senderLeaseSeconds
    const mine = await recordProgress(deps.db, tenantId, id, senderId, lease, progress)
    if (!mine) throw takenOver()
    durable = receivedBytes
  }
  const put = async (state: WriteState, receivedBytes: number) => {
    await goBack({ state, receivedBytes, parts: [] })
    onDurable?.(receivedBytes)
  }
  const drop = () => put(store.rewind(earlier, latest), offset)
  const record = (state: WriteState, receivedBytes: number) => {
    latest = state
    return checksum === undefined ? put(state, receivedBytes) : drop()
  }
  return { record, drop, goBack, durableBytes: () => durable }
}

/** Whether nothing stays of a request. Where an offset never goes back, too many bytes leave what was told. */
function isUnwanted(error: unknown, { isExact, checksum }: IncomingContent): boolean {
  if (error instanceof TooManyBytes) return isExact !== true || checksum !== undefined
  return error instanceof OtherBytes || error instanceof ContentRefused
}

const nextExpiry = ({ now, settings }: Deps) =>
  new Date(now().getTime() + settings.uploadExpiresSeconds * 1000)

export const takenOver = () => problems.upload_busy({ detail: 'Another sender has taken over.' })

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

export const isOfStorage = (error: unknown): boolean =>
  error instanceof StorageUnavailable ||
  error instanceof ObjectIncomplete ||
  error instanceof BytesLost

/** The refusal that a fault of stream or storage is for the client. */
export function worded(error: unknown, signal?: AbortSignal, durableBytes?: number): unknown {
  if (signal?.aborted === true && signal.reason instanceof Error) return signal.reason
  if (error instanceof TooManyBytes) {
    const offset = durableBytes === undefined ? {} : { 'upload-offset': String(durableBytes) }
    return problems.too_large({ cause: error, headers: { connection: 'close', ...offset } })
  }
  if (error instanceof OtherBytes) return problems.content_mismatch({ cause: error })
  if (error instanceof ContentRefused) {
    return problems.invalid_request({ detail: error.message, cause: error })
  }
  if (isOfStorage(error)) {
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

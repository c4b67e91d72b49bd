import { createHash, type Hash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { TokenUser } from '../../access.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { giveBack } from '../../storage/blocks.ts'
import {
  ObjectIncomplete,
  type ObjectStore,
  StorageUnavailable,
  type WriteState,
} from '../../storage/object-store.ts'
import { findSource } from '../sources/queries.ts'
import { findUpload, type UploadRow } from './queries.ts'
import { claimSender, recordProgress, releaseSender, renewSender } from './sender-queries.ts'
import { watchSender } from './watch-sender.ts'

export interface IncomingContent {
  readonly stream: Readable
  /** `Upload-Offset`; without one the content starts over. */
  readonly offset: number | undefined
  /** `Content-Length` of a raw body. */
  readonly lengthBytes: number | undefined
  /** Whether nobody else holds the chunks: they come from a socket. */
  readonly isOwn?: boolean
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
  const before = await findOwnUpload(deps, caller, uploadId)
  checkPlace(deps, before, content)
  const { tenantId } = caller
  const senderId = randomUUID()
  const lease = deps.settings.senderLeaseSeconds
  if (!(await claimSender(deps.db, tenantId, uploadId, senderId, lease))) {
    throw busyOr(deps, await findOwnUpload(deps, caller, uploadId))
  }
  let stored: Stored | undefined
  try {
    // Read again: what was there before the claim may have changed since.
    const upload = await findOwnUpload(deps, caller, uploadId)
    checkOffset(upload, content)
    stored = await storeContent(deps, upload, senderId, content)
  } finally {
    await releaseSender(deps.db, tenantId, uploadId, senderId, stored?.sha256 ?? null)
  }
  const { receivedBytes, sha256 } = stored
  return { receivedBytes, ...(sha256 === null ? {} : { sha256: sha256.toString('hex') }) }
}

interface Stored {
  readonly receivedBytes: number
  /** When all bytes came in this one request. */
  readonly sha256: Buffer | null
}

async function storeContent(
  deps: Deps,
  upload: UploadRow,
  senderId: string,
  content: IncomingContent,
): Promise<Stored> {
  const { tenantId, id, sizeBytes } = upload
  const offset = content.offset ?? 0
  const lease = deps.settings.senderLeaseSeconds
  const store = await openStore(deps, upload)
  const hash = createHash('sha256')
  const watch = watchSender({
    stream: content.stream,
    ownsChunks: content.isOwn === true,
    idleSeconds: lease,
    onChunk: refuseAbove(sizeBytes - offset),
    renew: () => renewSender(deps.db, tenantId, id, senderId, lease),
  })
  let latest: WriteState = upload.writeState
  let recordedBytes: number | undefined
  const record = async (state: WriteState, receivedBytes: number) => {
    latest = state
    recordedBytes = receivedBytes
    const expiresAt = new Date(deps.now().getTime() + deps.settings.uploadExpiresSeconds * 1000)
    const progress = { receivedBytes, writeState: state, expiresAt }
    const mine = await recordProgress(deps.db, tenantId, id, senderId, lease, progress)
    if (!mine) throw problems.upload_busy({ detail: 'Another sender has taken over.' })
  }
  try {
    const target = { key: upload.key, state: upload.writeState }
    const result = await store.append(target, hashed(watch.blocks, hash), {
      offset,
      sizeBytes,
      signal: watch.signal,
      onProgress: record,
      onConsumed: giveBack,
    })
    const { receivedBytes } = result
    if (recordedBytes !== receivedBytes) await record(result.state, receivedBytes)
    const isWhole = offset === 0 && receivedBytes === sizeBytes
    return { receivedBytes, sha256: isWhole ? hash.digest() : null }
  } catch (error) {
    if (error instanceof TooManyBytes || error instanceof ContentRefused) {
      await record(store.rewind(offset === 0 ? {} : upload.writeState, latest), offset)
    }
    throw worded(error, watch.signal)
  } finally {
    watch.stop()
  }
}

/** @throws `dms.storage_unavailable` (503) when the deployment cannot reach it. */
export async function openStore(deps: Deps, upload: UploadRow): Promise<ObjectStore> {
  const source = await findSource(deps.db, upload.tenantId, upload.sourceId)
  if (source === undefined) throw new Error('the source of an object is not there')
  return deps.stores.open(source).catch((error: unknown) => {
    throw worded(error)
  })
}

/** Counts what comes, as it comes: a sender of too much may never end. */
export function refuseAbove(limitBytes: number): (sizeBytes: number) => void {
  let count = 0
  return (sizeBytes) => {
    count += sizeBytes
    if (count > limitBytes) throw new TooManyBytes()
  }
}

export async function* hashed(blocks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const block of blocks) {
    hash.update(block)
    yield block
  }
}

export async function findOwnUpload(
  deps: Deps,
  caller: TokenUser,
  uploadId: string,
): Promise<UploadRow> {
  const upload = await findUpload(deps.db, caller.tenantId, uploadId)
  if (upload === undefined || upload.ownerId !== caller.subject) throw problems.not_found()
  return upload
}

function checkPlace(deps: Deps, upload: UploadRow, content: IncomingContent): void {
  requireOpen(deps, upload)
  if (upload.sealedAt !== null || upload.byParts) throw problems.upload_out_of_order()
  checkOffset(upload, content)
  const end = (content.offset ?? 0) + (content.lengthBytes ?? 0)
  if (end > upload.sizeBytes) throw tooLarge(upload.sizeBytes)
}

/** @throws `dms.upload_out_of_order`, `dms.upload_expired` for a session that is over. */
export function requireOpen(deps: Deps, upload: UploadRow): void {
  const { status, expiresAt } = upload
  if (status === 'EXPIRED') throw problems.upload_expired()
  const open = status === 'INITIATED' || status === 'RECEIVING' || status === 'RECEIVED'
  if (!open) throw problems.upload_out_of_order({ members: { status } })
  if (expiresAt <= deps.now()) throw problems.upload_expired()
}

function checkOffset(upload: UploadRow, { offset }: IncomingContent): void {
  if (offset === undefined || offset === 0 || offset === upload.receivedBytes) return
  throw problems.offset_mismatch({ members: { receivedBytes: upload.receivedBytes } })
}

function busyOr(deps: Deps, upload: UploadRow) {
  requireOpen(deps, upload)
  if (upload.sealedAt !== null) return problems.upload_out_of_order()
  const retryAfter = String(deps.settings.senderLeaseSeconds)
  return problems.upload_busy({ headers: { 'retry-after': retryAfter } })
}

const tooLarge = (maxBytes: number) =>
  // The rest of the body is not read.
  problems.too_large({ members: { maxBytes }, headers: { connection: 'close' } })

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

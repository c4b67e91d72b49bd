import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { TokenUser } from '../../../access/access.ts'
import { partSizeOf } from '../../../core/part-size.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import { BytesLost, type ObjectStore, type StoredPart } from '../../../storage/object-store.ts'
import { goBack } from '../end.ts'
import {
  claimPart,
  findPart,
  leavePart,
  listStored,
  markByParts,
  recordParts,
  renewPart,
  setWriteState,
  storePart,
  sumParts,
} from '../part-queries.ts'
import { lockUpload, type UploadRow } from '../queries.ts'
import { claimSender, recordProgress, releaseSender } from '../sender-queries.ts'
import { findOwnUpload, requireOpen } from '../session.ts'
import { hashed, type IncomingContent, openStore, refuseAbove, worded } from './receive-content.ts'
import { watchSender } from './watch-sender.ts'

const BEGIN_WAIT_MS = 10_000

export interface ReceivedPart {
  readonly number: number
  readonly sizeBytes: number
  readonly sha256: string
  /** Of all parts that are stored. */
  readonly receivedBytes: number
}

interface Part {
  readonly number: number
  readonly offset: number
  readonly sizeBytes: number
}

/**
 * Takes one part of an upload; several at once, in any order, over any number of connections and to
 * any process. A stored part stays: the same bytes again are answered alike, others are refused.
 */
export async function receivePart(
  deps: Deps,
  caller: TokenUser,
  uploadId: string,
  number: number,
  content: IncomingContent,
): Promise<ReceivedPart> {
  const upload = await findOwnUpload(deps, caller, uploadId)
  const part = placeOf(upload, number)
  const { lengthBytes } = content
  if (lengthBytes !== undefined && lengthBytes !== part.sizeBytes)
    throw wrongSize(part, lengthBytes)
  const { tenantId } = caller
  const known = await findPart(deps.db, tenantId, uploadId, number)
  if (known?.sha256) return repeat(deps, upload, { ...part, sha256: known.sha256 }, content)
  requireOpen(deps, upload)
  const begun = upload.byParts ? upload : await begin(deps, caller, upload)
  const senderId = randomUUID()
  const leaseSeconds = deps.settings.senderLeaseSeconds
  const claim = { number, sizeBytes: part.sizeBytes, senderId, leaseSeconds }
  const claimed = await claimPart(deps.db, tenantId, uploadId, claim)
  if (claimed === undefined) {
    requireOpen(deps, await findOwnUpload(deps, caller, uploadId))
    throw problems.upload_busy({ headers: { 'retry-after': String(leaseSeconds) } })
  }
  try {
    const sender = { senderId, ...claimed }
    const { sha256, stored, store } = await carry(deps, begun, part, sender, content)
    return await settle(deps, begun, store, { senderId, sha256, stored })
  } catch (error) {
    await leavePart(deps.db, tenantId, uploadId, claim)
    throw error
  }
}

function placeOf(upload: UploadRow, number: number): Part {
  const partSize = partSizeOf(upload.sizeBytes)
  const offset = (number - 1) * partSize
  if (offset >= upload.sizeBytes) {
    throw problems.invalid_request({
      errors: [{ pointer: '/number', code: 'out_of_range', detail: 'the file has fewer parts' }],
    })
  }
  return { number, offset, sizeBytes: Math.min(partSize, upload.sizeBytes - offset) }
}

/** Prepares the storage, once: by whoever comes first, while the others wait. */
async function begin(deps: Deps, caller: TokenUser, upload: UploadRow): Promise<UploadRow> {
  const { tenantId, id } = upload
  const lease = deps.settings.senderLeaseSeconds
  for (const deadline = performance.now() + BEGIN_WAIT_MS; performance.now() < deadline;) {
    const current = await findOwnUpload(deps, caller, id)
    if (current.byParts) return current
    requireOpen(deps, current)
    // Bytes that came as content are not thrown away by a part.
    if (current.receivedBytes > 0) throw problems.upload_out_of_order()
    const senderId = randomUUID()
    if (!(await claimSender(deps.db, tenantId, id, senderId, lease))) {
      await pause(50)
      continue
    }
    try {
      const store = await openStore(deps, upload)
      const target = { key: current.key, state: current.writeState }
      const state = await store.beginParts(target, upload.sizeBytes, async (next) => {
        const expiresAt = new Date(0)
        const progress = { receivedBytes: 0, writeState: next, expiresAt }
        if (!(await recordProgress(deps.db, tenantId, id, senderId, lease, progress))) {
          throw problems.upload_busy()
        }
      })
      await markByParts(deps.db, tenantId, id, senderId, state)
    } catch (error) {
      await releaseSender(deps.db, tenantId, id, senderId)
      throw worded(error)
    }
  }
  throw problems.upload_busy({ headers: { 'retry-after': String(lease) } })
}

async function carry(
  deps: Deps,
  upload: UploadRow,
  part: Part,
  { senderId, wasTried }: { readonly senderId: string; readonly wasTried: boolean },
  content: IncomingContent,
): Promise<{ sha256: Buffer; stored: StoredPart; store: ObjectStore }> {
  const { tenantId, id } = upload
  const leaseSeconds = deps.settings.senderLeaseSeconds
  const hash = createHash('sha256')
  const store = await openStore(deps, upload)
  const watch = watchSender({
    source: content.source,
    pool: deps.stores.blocks,
    idleSeconds: leaseSeconds,
    onChunk: refuseAbove(part.sizeBytes),
    renew: () => renewPart(deps.db, tenantId, id, { number: part.number, senderId, leaseSeconds }),
    isCrowded: store.isCrowded,
  })
  try {
    const target = { key: upload.key, state: upload.writeState }
    const chunks = hashed(watch.blocks, hash)
    const stored = await store.putPart(target, part, chunks, { signal: watch.signal, wasTried })
    if (stored === undefined) throw wrongSize(part)
    return { sha256: hash.digest(), stored, store }
  } catch (error) {
    if (error instanceof BytesLost) await goBack(deps, upload, error.left)
    throw worded(error, watch.signal)
  } finally {
    watch.stop()
  }
}

/** Records the part, and the session as received when it was the last one missing. */
async function settle(
  deps: Deps,
  { tenantId, id }: UploadRow,
  store: ObjectStore,
  done: { senderId: string; sha256: Buffer; stored: StoredPart },
): Promise<ReceivedPart> {
  const { stored, sha256 } = done
  return inTransaction(deps.db, async (tx) => {
    const upload = await lockUpload(tx, tenantId, id)
    if (upload === undefined) throw problems.not_found()
    requireOpen(deps, upload)
    if (!(await storePart(tx, tenantId, id, done))) throw problems.upload_busy()
    const receivedBytes = await sumParts(tx, tenantId, id)
    const isWhole = receivedBytes === upload.sizeBytes
    if (isWhole) {
      const parts = await listStored(tx, tenantId, id)
      await setWriteState(tx, tenantId, upload.objectId, store.joinParts(upload.writeState, parts))
    }
    const expiresAt = new Date(deps.now().getTime() + deps.settings.uploadExpiresSeconds * 1000)
    await recordParts(tx, tenantId, id, { receivedBytes, isWhole, expiresAt })
    const { number, sizeBytes } = stored
    return { number, sizeBytes, sha256: sha256.toString('hex'), receivedBytes }
  })
}

/** Whether the bytes are those that are stored; they are read, and go nowhere. */
async function repeat(
  deps: Deps,
  { receivedBytes }: UploadRow,
  { number, sizeBytes, sha256 }: Part & { readonly sha256: Buffer },
  { source }: IncomingContent,
): Promise<ReceivedPart> {
  const hash = createHash('sha256')
  const watch = watchSender({
    source,
    pool: deps.stores.blocks,
    idleSeconds: deps.settings.senderLeaseSeconds,
    onChunk: refuseAbove(sizeBytes),
    renew: async () => true,
    isCrowded: () => false,
  })
  try {
    for await (const block of hashed(watch.blocks, hash)) block.release()
  } catch (error) {
    throw worded(error, watch.signal)
  } finally {
    watch.stop()
  }
  if (!hash.digest().equals(sha256))
    throw problems.upload_out_of_order({ detail: 'Other bytes are stored as this part.' })
  return { number, sizeBytes, sha256: sha256.toString('hex'), receivedBytes }
}

const wrongSize = (part: Part, receivedBytes?: number) =>
  problems.size_mismatch({
    members: {
      sizeBytes: part.sizeBytes,
      ...(receivedBytes === undefined ? {} : { receivedBytes }),
    },
    headers: { connection: 'close' },
  })

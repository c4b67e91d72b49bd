import { createHash } from 'node:crypto'
import type { Db } from '@countersign/service-kit/db'
import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import {
  type Reader,
  readerOf,
  requireActive,
  requireDocumentForChange,
  requireFolder,
  requireUnlocked,
  type TokenUser,
} from '../../access.ts'
import { chooseMediaType, isTypeAllowed } from '../../core/media-type.ts'
import type { Schema, UploadAnswer } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { answerOnce } from '../../idempotency.ts'
import { problems } from '../../problems.ts'
import {
  ObjectIncomplete,
  type ObjectStore,
  StorageUnavailable,
} from '../../storage/object-store.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { insertDocument, updateDocument } from '../documents/queries.ts'
import { findSource } from '../sources/queries.ts'
import { insertVersion } from '../versions/queries.ts'
import { failUpload } from './end.ts'
import { lockUpload, markCompleted, settleBytes, storeHash, type UploadRow } from './queries.ts'
import { takeCommitTurn } from './commit-turn.ts'
import { findOwnUpload, requireOpen } from './receive.ts'

// As much of a file as the sniffer looks at.
const SNIFFED_BYTES = 4_100

/**
 * Verifies the object and registers document and version. The object is made whole first, by one
 * request at a time and again after a crash; what counts happens in one transaction that stores its
 * answer, so a repeat, or twenty at once, get the same.
 */
export function completeUpload(
  deps: Deps,
  caller: TokenUser,
  uploadId: string,
  sha256: string | undefined,
  key: IdempotencyKey | undefined,
): Promise<Answer<UploadAnswer>> {
  return answerOnce(deps, key, () => findOrMakeVersion(deps, caller, uploadId, sha256))
}

async function findOrMakeVersion(
  deps: Deps,
  caller: TokenUser,
  uploadId: string,
  sha256: string | undefined,
): Promise<UploadAnswer> {
  const upload = await findOwnUpload(deps, caller, uploadId)
  if (upload.answer !== null) return upload.answer
  checkReady(deps, upload)
  checkHash(upload.sha256, sha256)
  const reader = await readerOf(deps, caller)
  const turn = await takeCommitTurn(deps, caller, uploadId)
  if (turn.answer !== undefined) return turn.answer
  try {
    // Completing gives the turn back, in the same transaction.
    return await commitUpload(deps, caller, reader, uploadId, sha256)
  } catch (error) {
    await turn.release()
    throw error
  } finally {
    turn.stop()
  }
}

async function commitUpload(
  deps: Deps,
  caller: TokenUser,
  reader: Reader,
  uploadId: string,
  sha256: string | undefined,
): Promise<UploadAnswer> {
  // What was sealed cannot change any more: this is what gets registered.
  const sealed = await findOwnUpload(deps, caller, uploadId)
  if (sealed.answer !== null) return sealed.answer
  const object = await confirmObject(deps, sealed)
  checkHash(object.sha256, sha256)
  if (sealed.declaredSha256 !== null && !sealed.declaredSha256.equals(object.sha256)) {
    await failUpload(deps, sealed, 'checksum_mismatch')
    throw problems.checksum_mismatch({ members: { sha256: object.sha256.toString('hex') } })
  }
  if (!isTypeAllowed(object.contentType, deps.settings.allowedTypes)) {
    await failUpload(deps, sealed, 'type_not_allowed')
    throw problems.type_not_allowed({ members: { contentType: object.contentType } })
  }
  return inTransaction(deps.db, (tx) => register(tx, deps, reader, sealed, object))
}

function checkReady(deps: Deps, upload: UploadRow): void {
  if (upload.status === 'FAILED') {
    if (upload.failureCode === 'checksum_mismatch') throw problems.checksum_mismatch()
    if (upload.failureCode === 'type_not_allowed') throw problems.type_not_allowed()
  }
  requireOpen(deps, upload)
  if (upload.status === 'RECEIVED') return
  if (upload.receivedBytes === 0 && upload.status === 'INITIATED') {
    throw problems.upload_out_of_order({ members: { status: upload.status } })
  }
  const { receivedBytes, sizeBytes } = upload
  throw problems.size_mismatch({ members: { receivedBytes, sizeBytes } })
}

function checkHash(actual: Buffer | null, given: string | undefined): void {
  if (actual === null || given === undefined) return
  if (actual.toString('hex') !== given.toLowerCase()) {
    throw problems.checksum_mismatch({ members: { sha256: actual.toString('hex') } })
  }
}

interface ConfirmedObject {
  readonly key: string
  readonly sha256: Buffer
  readonly contentType: string
}

async function confirmObject(deps: Deps, upload: UploadRow): Promise<ConfirmedObject> {
  const source = await findSource(deps.db, upload.tenantId, upload.sourceId)
  if (source === undefined) throw new Error('the source of an object is not there')
  const target = { key: upload.key, state: upload.writeState }
  try {
    const store = await deps.stores.open(source)
    const { key } = await store.commit(target, upload.sizeBytes)
    await store.discard(target, key)
    const sha256 = upload.sha256 ?? (await hashObject(store, key))
    if (upload.sha256 === null) await storeHash(deps.db, upload.tenantId, upload.id, sha256)
    const contentType = chooseMediaType(
      await sniff(store, key, upload.sizeBytes),
      upload.declaredType ?? undefined,
    )
    return { key, sha256, contentType }
  } catch (error) {
    if (error instanceof StorageUnavailable || error instanceof ObjectIncomplete) {
      throw problems.storage_unavailable({ cause: error, headers: { 'retry-after': '5' } })
    }
    throw error
  }
}

// Bytes that came in several requests, perhaps to several processes, are hashed as they are stored.
async function hashObject(store: ObjectStore, key: string): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of await store.read(key)) hash.update(chunk as Buffer)
  return hash.digest()
}

async function sniff(
  store: ObjectStore,
  key: string,
  sizeBytes: number,
): Promise<string | undefined> {
  if (sizeBytes === 0) return undefined
  const range = { start: 0, end: Math.min(SNIFFED_BYTES, sizeBytes) - 1 }
  const head = Buffer.concat(await (await store.read(key, range)).toArray())
  const { fileTypeFromBuffer } = await import('file-type')
  return (await fileTypeFromBuffer(head))?.mime
}

async function register(
  tx: Db<Schema>,
  deps: Deps,
  reader: Reader,
  sealed: UploadRow,
  object: ConfirmedObject,
): Promise<UploadAnswer> {
  const { tenantId } = reader
  const upload = await lockUpload(tx, tenantId, sealed.id)
  if (upload === undefined) throw problems.not_found()
  if (upload.answer !== null) return upload.answer
  requireOpen(deps, upload)
  const now = deps.now()
  const versionId = uuidv7()
  const { documentId, versionNo } = await nextVersion(tx, reader, upload, now)
  const version = { id: versionId, documentId, versionNo, ...describe(upload, object) }
  const scanStatus = deps.scanner === undefined ? 'NOT_SCANNED' : 'PENDING'
  await insertVersion(tx, tenantId, { ...version, scanStatus, createdBy: reader.userId }, now)
  const change = { current_version_id: versionId, last_version_no: versionNo }
  await updateDocument(tx, tenantId, documentId, now, change)
  const { sizeBytes } = upload
  const sha256 = object.sha256.toString('hex')
  const answer = { documentId, versionId, versionNo, sha256, sizeBytes }
  await markCompleted(tx, upload, object.key, object.sha256, answer)
  await settleBytes(tx, tenantId, { usedBytes: sizeBytes, reservedBytes: -sizeBytes })
  const actor = userActor(reader.userId)
  const created = { action: 'document.created', actor, documentId }
  const detail = { uploadId: upload.id, versionNo, sha256, sizeBytes }
  const versioned = { action: 'version.created', actor, documentId, versionId, detail }
  await appendAudit(tx, tenantId, now, upload.documentId ? [versioned] : [created, versioned])
  return answer
}

const describe = (upload: UploadRow, object: ConfirmedObject) => ({
  objectId: upload.objectId,
  fileName: upload.fileName,
  contentType: object.contentType,
  sizeBytes: upload.sizeBytes,
  sha256: object.sha256,
  note: upload.note,
  restoredFrom: null,
})

/** The document of the new version, its row locked, and the number that is next. */
async function nextVersion(
  tx: Db<Schema>,
  reader: Reader,
  upload: UploadRow,
  now: Date,
): Promise<{ documentId: string; versionNo: number }> {
  const { tenantId } = reader
  if (upload.documentId !== null) {
    const { document } = await requireDocumentForChange(tx, reader, upload.documentId, 'write')
    requireActive(document)
    await requireUnlocked(tx, document, reader.userId, now)
    return { documentId: document.id, versionNo: document.lastVersionNo + 1 }
  }
  // A folder that went away in the meantime left null here: the document goes to the top.
  if (upload.folderId !== null) await requireFolder(tx, reader, upload.folderId, 'write')
  const documentId = uuidv7()
  await insertDocument(
    tx,
    tenantId,
    {
      id: documentId,
      folderId: upload.folderId,
      title: upload.title ?? upload.fileName,
      tags: upload.tags,
      ownerId: reader.userId,
    },
    now,
  )
  return { documentId, versionNo: 1 }
}

import { createHash } from 'node:crypto'
import { agentDetail } from '@countersign/service-kit/caller'
import type { Db } from '@countersign/service-kit/db'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import {
  type Reader,
  readerOf,
  requireActive,
  requireDocumentForChange,
  requireKeptFolder,
  requireUnlocked,
  type TokenUser,
} from '../../../access/access.ts'
import { lockDocument } from '../../../access/document-queries.ts'
import { keepFolder } from '../../../access/folder-queries.ts'
import { classifyFile } from '../../../core/file-kind.ts'
import { chooseMediaType, isTypeAllowed } from '../../../core/media-type.ts'
import { inexactTermsOf } from '../../../core/search-terms.ts'
import type { Schema } from '../../../db/schema.ts'
import type { UploadAnswer } from '../../../db/upload-tables.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import { BytesLost, type ObjectStore } from '../../../storage/object-store.ts'
import { userActor } from '../../audit/queries.ts'
import type { ClaimedUpload } from '../claim-queries.ts'
import { failUpload, goBack } from '../end.ts'
import { lockUpload, storeHash, type UploadRow } from '../queries.ts'
import { isOfStorage } from '../receiving/receive-content.ts'
import { refuseNewVersionByAgent } from '../session.ts'
import { sniffStored } from '../sniff-type.ts'
import { register } from './register-queries.ts'

/**
 * Makes the object whole and registers its version. Undefined when the session is completed already, over, or
 * no longer the caller's.
 *
 * @throws what is wrong with the bytes; the upload has failed then.
 */
export async function registerUpload(
  deps: Deps,
  caller: TokenUser,
  upload: ClaimedUpload,
  sha256?: Buffer,
): Promise<UploadAnswer | undefined> {
  // A session that its person began is there for their agents, too.
  refuseNewVersionByAgent(caller, upload.documentId)
  const object = await confirmObject(deps, upload)
  checkHash(object.sha256, sha256)
  if (upload.declaredSha256 !== null && !upload.declaredSha256.equals(object.sha256)) {
    await failUpload(deps, upload, 'checksum_mismatch')
    throw problems.checksum_mismatch({ members: { sha256: object.sha256.toString('hex') } })
  }
  if (!isTypeAllowed(object.contentType, deps.settings.allowedTypes)) {
    await failUpload(deps, upload, 'type_not_allowed')
    throw problems.type_not_allowed({ members: { contentType: object.contentType } })
  }
  return makeVersion(deps, caller, upload, object)
}

/** @throws `dms.checksum_mismatch` (422) */
export function checkHash(actual: Buffer | null, given: Buffer | undefined): void {
  if (actual === null || given === undefined || actual.equals(given)) return
  throw problems.checksum_mismatch({ members: { sha256: actual.toString('hex') } })
}

interface ConfirmedObject {
  readonly key: string
  readonly sha256: Buffer
  readonly contentType: string
}

async function confirmObject(deps: Deps, upload: ClaimedUpload): Promise<ConfirmedObject> {
  const target = { key: upload.key, state: upload.writeState }
  try {
    const store = await deps.stores.open(upload.source)
    const { key } = await store.commit(target, upload.sizeBytes)
    await store.discard(target, key)
    const sha256 = upload.sha256 ?? (await hashObject(store, key))
    if (upload.sha256 === null) await storeHash(deps.db, upload, sha256)
    const sniffed = upload.sniffedType ?? (await sniffStored(store, key, upload.sizeBytes))
    const contentType = chooseMediaType(sniffed || undefined, upload.declaredType ?? undefined)
    return { key, sha256, contentType }
  } catch (error) {
    if (error instanceof BytesLost) await goBack(deps, upload, error.left)
    if (isOfStorage(error)) {
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

/** Undefined when the upload is completed already, or over. */
async function makeVersion(
  deps: Deps,
  caller: TokenUser,
  upload: ClaimedUpload,
  object: ConfirmedObject,
): Promise<UploadAnswer | undefined> {
  const now = deps.now()
  // What goes to the top as a new document touches nothing of anybody's.
  if (upload.documentId === null && upload.folderId === null) {
    return store(deps.db, deps, { caller, upload, object }, newDocument(upload), now)
  }
  const reader = await readerOf(deps, caller)
  return inTransaction(deps.db, async (tx) => {
    await lockTarget(tx, upload)
    const locked = await lockUpload(tx, upload.tenantId, upload.id)
    if (locked === undefined) throw problems.not_found()
    const place = await findPlace(tx, reader, locked, now)
    // Whoever sends by now has to be who sent these bytes.
    const sent = { ...locked, senderId: upload.senderId, sealedAt: upload.sealedAt }
    return store(tx, deps, { caller, upload: sent, object }, place, now)
  })
}

/**
 * What the upload goes into, before the upload itself: in that order it is locked by who purges a document with its
 * uploads, and by who removes a folder that uploads were to go into.
 *
 * Kept by: services/dms/src/features/uploads/lock-order.test.ts "after who locks that before its uploads"
 */
async function lockTarget(
  tx: Db<Schema>,
  { tenantId, documentId, folderId }: UploadRow,
): Promise<void> {
  if (documentId !== null) await lockDocument(tx, tenantId, documentId)
  else if (folderId !== null) await keepFolder(tx, tenantId, folderId)
}

/** The document of a new version, and the number that is next. */
interface Place {
  readonly documentId: string
  readonly versionNo: number
  readonly folderId: string | null
  readonly title: string
  readonly tags: string[]
}

interface Commit {
  readonly caller: TokenUser
  readonly upload: UploadRow
  readonly object: ConfirmedObject
}

async function store(
  db: Db<Schema>,
  deps: Deps,
  { caller, upload, object }: Commit,
  place: Place,
  now: Date,
): Promise<UploadAnswer | undefined> {
  const { tenantId, id: uploadId, objectId, ownerId, sizeBytes, fileName, note } = upload
  const { senderId, sealedAt } = upload
  const { contentType } = object
  const { documentId, versionNo, title, tags } = place
  const [versionId, sha256] = [uuidv7(), object.sha256.toString('hex')]
  const answer = { documentId, versionId, versionNo, sha256, sizeBytes }
  const registration = {
    ...place,
    ...object,
    tenantId,
    uploadId,
    senderId,
    sealedAt,
    objectId,
    ownerId,
    sizeBytes,
    fileName,
    note,
    versionId,
    answer,
    scanStatus: deps.scanner === undefined ? ('NOT_SCANNED' as const) : ('PENDING' as const),
    isPromising: classifyFile(contentType, fileName).kind !== 'other',
    terms: inexactTermsOf([title, ...tags, fileName].join(' ')),
  }
  const actor = userActor(ownerId)
  const by = agentDetail(caller)
  const created = { action: 'document.created', actor, documentId, detail: by }
  const detail = { uploadId, versionNo, sha256, sizeBytes, ...by }
  const versioned = { action: 'version.created', actor, documentId, versionId, detail }
  const entries = upload.documentId === null ? [created, versioned] : [versioned]
  const isDone = await register(db, { registration, entries, now })
  return isDone ? answer : undefined
}

const newDocument = (upload: UploadRow): Place => ({
  documentId: uuidv7(),
  versionNo: 1,
  folderId: upload.folderId,
  title: upload.title ?? upload.fileName,
  tags: upload.tags,
})

/** Checks that the caller may put it there, and locks the row of a document that there is. */
async function findPlace(
  tx: Db<Schema>,
  reader: Reader,
  upload: UploadRow,
  now: Date,
): Promise<Place> {
  if (upload.documentId !== null) {
    const { document } = await requireDocumentForChange(tx, reader, upload.documentId, 'write')
    requireActive(document)
    await requireUnlocked(tx, document, reader.userId, now)
    const { id: documentId, folderId, title, tags } = document
    return { documentId, versionNo: document.lastVersionNo + 1, folderId, title, tags }
  }
  // A folder that went away in the meantime left null here: the document goes to the top.
  if (upload.folderId !== null) await requireKeptFolder(tx, reader, upload.folderId)
  return newDocument(upload)
}

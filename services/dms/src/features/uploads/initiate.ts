import { randomBytes } from 'node:crypto'
import { agentDetail } from '@countersign/service-kit/caller'
import type { Db } from '@countersign/service-kit/db'
import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
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
} from '../../access/access.ts'
import { ensureDefaultSource } from '../../content/default-source.ts'
import { cleanFileName } from '../../core/file-name.ts'
import { isTypeAllowed, parseMediaType } from '../../core/media-type.ts'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { userActor } from '../audit/queries.ts'
import { insertUpload, type NewUpload } from './begin-queries.ts'
import type { ClaimedUpload } from './claim-queries.ts'
import type { InitiateBody, UploadView } from './schema.ts'
import { refuseNewVersionByAgent } from './session.ts'
import { viewUpload } from './view.ts'

/** What a request of a resumable protocol adds to an upload. */
export interface Creation {
  /** `Upload-Metadata` of tus, as it came. */
  readonly clientMetadata?: string | undefined
  /** Kept with the session: whoever sends it again gets the session. */
  readonly key?: IdempotencyKey | undefined
  /** Of a request that has the bytes with it. */
  readonly senderId?: string | undefined
}

const creationColumns = ({ clientMetadata, key, senderId }: Creation) => ({
  clientMetadata: clientMetadata ?? null,
  senderId: senderId ?? null,
  creationCaller: key?.caller ?? null,
  creationKey: key?.key ?? null,
  creationHash: key?.requestHash ?? null,
})

/** Begins an upload: chooses the storage source, reserves quota, makes the row of the object. */
export const initiateUpload = (
  deps: Deps,
  caller: TokenUser,
  body: InitiateBody,
  key: IdempotencyKey | undefined,
  creation: Creation = {},
): Promise<Answer<UploadView>> => begin(deps, caller, body, { key, creation, toView: viewUpload })

/** The same for a request that has the bytes with it: it has the session for itself from the first. */
export async function beginSending(
  deps: Deps,
  caller: TokenUser,
  body: InitiateBody,
  creation: Creation & { readonly senderId: string },
): Promise<ClaimedUpload> {
  const toView = (upload: ClaimedUpload) => upload
  return (await begin(deps, caller, body, { key: undefined, creation, toView })).body
}

async function begin<T>(
  deps: Deps,
  caller: TokenUser,
  body: InitiateBody,
  {
    key,
    creation,
    toView,
  }: { key: IdempotencyKey | undefined; creation: Creation; toView: (upload: ClaimedUpload) => T },
): Promise<Answer<T>> {
  const { settings } = deps
  refuseNewVersionByAgent(caller, body.documentId)
  if (body.sizeBytes > settings.maxUploadBytes) {
    throw problems.too_large({ members: { maxBytes: settings.maxUploadBytes } })
  }
  const declaredType = parseMediaType(body.contentType)
  if (declaredType !== undefined && !isTypeAllowed(declaredType, settings.allowedTypes)) {
    throw problems.type_not_allowed({ members: { contentType: declaredType } })
  }
  const more = { declaredType: declaredType ?? null, ...creationColumns(creation) }
  const insert = (db: Db<Schema>) => beginUpload(db, deps, caller, body, more)
  const hasTarget = body.documentId !== undefined || body.folderId !== undefined
  if (!hasTarget && key === undefined) {
    const begun = await insert(deps.db)
    if (begun !== undefined) return { status: 201, body: toView(begun), replayed: false }
  }
  await ensureDefaultSource(deps, caller.tenantId)
  const reader = hasTarget ? await readerOf(deps, caller) : undefined
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      if (reader !== undefined) await checkTarget(tx, reader, body, deps.now())
      const begun = await insert(tx)
      if (begun === undefined) throw problems.storage_unavailable()
      return { status: 201, body: toView(begun) }
    }),
  )
}

/** Undefined when the tenant has no default source yet. */
async function beginUpload(
  db: Db<Schema>,
  deps: Deps,
  caller: TokenUser,
  body: InitiateBody,
  more: Pick<NewUpload, 'declaredType'> & ReturnType<typeof creationColumns>,
): Promise<ClaimedUpload | undefined> {
  const { settings } = deps
  const { tenantId, subject } = caller
  const now = deps.now()
  const upload = {
    tenantId,
    id: uuidv7(),
    objectId: uuidv7(),
    key: makeKey(tenantId),
    ownerId: subject,
    fileName: cleanFileName(body.fileName),
    title: body.title ?? null,
    folderId: body.folderId ?? null,
    documentId: body.documentId ?? null,
    tags: body.tags ?? [],
    note: body.note ?? null,
    ...more,
    declaredSha256: body.sha256 === undefined ? null : Buffer.from(body.sha256, 'hex'),
    sizeBytes: body.sizeBytes,
    expiresAt: new Date(now.getTime() + settings.uploadExpiresSeconds * 1000),
  }
  const { id, fileName, sizeBytes, documentId } = upload
  const entry = {
    action: 'upload.initiated',
    actor: userActor(subject),
    documentId,
    detail: { uploadId: id, fileName, sizeBytes, ...agentDetail(caller) },
  }
  const { quotaBytes, senderLeaseSeconds: leaseSeconds } = settings
  const begun = await insertUpload(db, { upload, entry, quotaBytes, leaseSeconds, now })
  if (begun === undefined) return undefined
  if (begun === 'quota_exceeded') throw problems.quota_exceeded()
  return { ...freshUpload(upload), ...begun, sourceId: begun.source.id, createdAt: now }
}

const freshUpload = (
  upload: NewUpload,
): Omit<ClaimedUpload, 'source' | 'sourceId' | 'createdAt'> => ({
  ...upload,
  tags: [...upload.tags],
  status: upload.senderId === null ? 'INITIATED' : 'RECEIVING',
  receivedBytes: 0,
  sha256: null,
  sniffedType: null,
  sealedAt: null,
  senderUntil: null,
  byParts: false,
  failureCode: null,
  answer: null,
  objectStatus: 'PENDING',
  writeState: {},
})

async function checkTarget(
  tx: Db<Schema>,
  reader: Reader,
  body: InitiateBody,
  now: Date,
): Promise<void> {
  if (body.documentId !== undefined) {
    const { document } = await requireDocumentForChange(tx, reader, body.documentId, 'write')
    requireActive(document)
    await requireUnlocked(tx, document, reader.userId, now)
  }
  if (body.folderId !== undefined) await requireKeptFolder(tx, reader, body.folderId)
}

// Random and flat: names, tenants' structure and order of uploads do not show in the storage.
function makeKey(tenantId: string): string {
  const name = randomBytes(20).toString('hex')
  return [tenantId, name.slice(0, 2), name.slice(2)].join('/')
}

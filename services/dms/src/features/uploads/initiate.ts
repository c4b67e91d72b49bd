import { randomBytes } from 'node:crypto'
import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
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
import { cleanFileName } from '../../core/file-name.ts'
import { isTypeAllowed, parseMediaType } from '../../core/media-type.ts'
import { ensureDefaultSource } from '../../default-source.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import type { SourceRow } from '../sources/queries.ts'
import { findUpload, insertUpload, reserveBytes } from './queries.ts'
import type { InitiateBody, UploadView } from './schema.ts'
import { viewUpload } from './view.ts'

/** Begins an upload: chooses the storage source, reserves quota, makes the row of the object. */
export async function initiateUpload(
  deps: Deps,
  caller: TokenUser,
  body: InitiateBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<UploadView>> {
  const { settings } = deps
  const { tenantId } = caller
  if (body.sizeBytes > settings.maxUploadBytes) {
    throw problems.too_large({ members: { maxBytes: settings.maxUploadBytes } })
  }
  const declaredType = readType(body.contentType)
  if (declaredType !== undefined && !isTypeAllowed(declaredType, settings.allowedTypes)) {
    throw problems.type_not_allowed({ members: { contentType: declaredType } })
  }
  const reader = await readerOf(deps, caller)
  const source = await ensureDefaultSource(deps, tenantId)

  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const now = deps.now()
      await checkTarget(tx, reader, body, now)
      if (!(await reserveBytes(tx, tenantId, body.sizeBytes, settings.quotaBytes))) {
        throw problems.quota_exceeded()
      }
      const [id, objectId] = [uuidv7(), uuidv7()]
      await insertUpload(
        tx,
        tenantId,
        {
          id,
          objectId,
          sourceId: source.id,
          key: makeKey(source, tenantId),
          ownerId: caller.subject,
          fileName: cleanFileName(body.fileName),
          title: body.title ?? null,
          folderId: body.folderId ?? null,
          documentId: body.documentId ?? null,
          tags: body.tags ?? [],
          note: body.note ?? null,
          declaredType: declaredType ?? null,
          declaredSha256: body.sha256 === undefined ? null : Buffer.from(body.sha256, 'hex'),
          sizeBytes: body.sizeBytes,
          expiresAt: new Date(now.getTime() + settings.uploadExpiresSeconds * 1000),
        },
        now,
      )
      const upload = await findUpload(tx, tenantId, id)
      if (upload === undefined) throw new Error('the upload just inserted is not there')
      const actor = userActor(caller.subject)
      const detail = { uploadId: id, fileName: upload.fileName, sizeBytes: body.sizeBytes }
      await appendAudit(tx, tenantId, now, [
        { action: 'upload.initiated', actor, documentId: body.documentId ?? null, detail },
      ])
      return { status: 201, body: viewUpload(upload) }
    }),
  )
}

async function checkTarget(
  tx: Parameters<typeof requireFolder>[0],
  reader: Reader,
  body: InitiateBody,
  now: Date,
): Promise<void> {
  if (body.documentId !== undefined) {
    const { document } = await requireDocumentForChange(tx, reader, body.documentId, 'write')
    requireActive(document)
    await requireUnlocked(tx, document, reader.userId, now)
  }
  if (body.folderId !== undefined) await requireFolder(tx, reader, body.folderId, 'write')
}

function readType(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const type = parseMediaType(text)
  if (type === undefined) {
    const fault = { pointer: '/contentType', code: 'wrong_format', detail: 'is no media type' }
    throw problems.invalid_request({ errors: [fault] })
  }
  return type
}

// Random and flat: names, tenants' structure and order of uploads do not show in the storage.
function makeKey(source: SourceRow, tenantId: string): string {
  const name = randomBytes(20).toString('hex')
  return [source.basePath, tenantId, name.slice(0, 2), name.slice(2)].filter(Boolean).join('/')
}

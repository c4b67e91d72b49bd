import { createHash, randomBytes } from 'node:crypto'
import { isCheckViolation } from '@countersign/service-kit/db'
import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import { readerOf, requireActive, requireDocumentForChange, type TokenUser } from '../../access.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { findVersion } from '../versions/queries.ts'
import { findShare, insertShare, type ShareRow, updateShare } from './queries.ts'
import type { NewShareView, ShareBody, SharePatch } from './schema.ts'
import { viewShare } from './view.ts'

export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** Shares a version, or whatever version is current. The token is in this answer and nowhere else. */
export async function createShare(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  body: ShareBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<NewShareView>> {
  const reader = await readerOf(deps, caller)
  const passwordHash = await hashPassword(body.password)
  const { tenantId } = caller
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const { document } = await requireDocumentForChange(tx, reader, documentId, 'manage')
      requireActive(document)
      if (body.versionId !== undefined) {
        const version = await findVersion(tx, tenantId, body.versionId)
        if (version?.documentId !== documentId) throw fault('/versionId', 'unknown')
      }
      const now = deps.now()
      const token = randomBytes(32).toString('base64url')
      const share = await insertShare(tx, {
        tenant_id: tenantId,
        id: uuidv7(),
        document_id: documentId,
        version_id: body.versionId ?? null,
        token_hash: hashToken(token),
        password_hash: passwordHash ?? null,
        valid_from: toDate(body.validFrom) ?? null,
        valid_until: toDate(body.validUntil) ?? null,
        max_downloads: body.maxDownloads ?? null,
        allow_download: body.allowDownload,
        allow_preview: body.allowPreview,
        created_by: caller.subject,
        created_at: now,
        updated_at: now,
      })
      const { password, ...terms } = body
      const detail = { shareId: share.id, ...terms, hasPassword: password !== undefined }
      const actor = userActor(caller.subject)
      const versionId = body.versionId ?? null
      await appendAudit(tx, tenantId, now, [
        { action: 'share.created', actor, documentId, versionId, detail },
      ])
      const url = `${deps.settings.publicUrl.replace(/\/+$/, '')}/api/dms/shares/${token}`
      return {
        status: 201,
        body: { ...viewShare(share), token, url },
        secretMembers: ['token', 'url'],
      }
    }),
  ).catch(wrongOrder)
}

export async function changeShare(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  shareId: string,
  patch: SharePatch,
): Promise<ShareRow> {
  const passwordHash = await hashPassword(patch.password)
  const change = {
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...(patch.validFrom === undefined ? {} : { valid_from: toDate(patch.validFrom) ?? null }),
    ...(patch.validUntil === undefined ? {} : { valid_until: toDate(patch.validUntil) ?? null }),
    ...(patch.maxDownloads === undefined ? {} : { max_downloads: patch.maxDownloads }),
    ...(patch.allowDownload === undefined ? {} : { allow_download: patch.allowDownload }),
    ...(patch.allowPreview === undefined ? {} : { allow_preview: patch.allowPreview }),
  }
  const { password, ...terms } = patch
  const detail = { shareId, ...terms, passwordChanged: password !== undefined }
  return update(deps, caller, documentId, shareId, change, 'share.changed', detail).catch(
    wrongOrder,
  )
}

/** Ends a share for good. A second time changes nothing. */
export function revokeShare(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  shareId: string,
): Promise<ShareRow> {
  const change = { revoked_at: deps.now() }
  return update(deps, caller, documentId, shareId, change, 'share.revoked', { shareId })
}

async function update(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  shareId: string,
  change: Parameters<typeof updateShare>[4],
  action: string,
  detail: Record<string, unknown>,
): Promise<ShareRow> {
  const reader = await readerOf(deps, caller)
  return inTransaction(deps.db, async (tx) => {
    await requireDocumentForChange(tx, reader, documentId, 'manage')
    const share = await findShare(tx, caller.tenantId, documentId, shareId)
    if (share === undefined) throw problems.not_found()
    if (action === 'share.revoked' && share.revokedAt !== null) return share
    const now = deps.now()
    const changed = await updateShare(tx, caller.tenantId, shareId, now, change)
    const actor = userActor(caller.subject)
    await appendAudit(tx, caller.tenantId, now, [{ action, actor, documentId, detail }])
    return changed
  })
}

async function hashPassword(password: string | null | undefined) {
  if (typeof password !== 'string') return password
  const { hash } = await import('@node-rs/argon2')
  return hash(password)
}

const toDate = (text: string | null | undefined) => (text ? new Date(text) : undefined)

function wrongOrder(error: unknown): never {
  if (isCheckViolation(error, 'shares_ends_after_start')) throw fault('/validUntil', 'too_early')
  if (isCheckViolation(error, 'shares_count_within_limit'))
    throw fault('/maxDownloads', 'too_small')
  throw error
}

const fault = (pointer: string, code: string) =>
  problems.invalid_request({ errors: [{ pointer, code, detail: 'does not fit the share' }] })

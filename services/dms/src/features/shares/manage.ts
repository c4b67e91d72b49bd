import { randomBytes } from 'node:crypto'
import { type Db, isCheckViolation } from '@countersign/service-kit/db'
import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { requireRevision } from '@countersign/service-kit/revision'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import {
  type DocumentAccess,
  type Reader,
  readerOf,
  requireActive,
  requireDocument,
  requireDocumentForChange,
  type TokenUser,
} from '../../access/access.ts'
import { findVersion } from '../../content/version-queries.ts'
import { findLackingRight, type ShareUse } from '../../core/share.ts'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { unknownVersion } from '../../http/unknown-version.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import {
  deleteAttempts,
  findShare,
  insertShare,
  type NewShare,
  type ShareRow,
  updateShare,
} from './queries.ts'
import { hashPassword } from './password.ts'
import { hashToken } from './token.ts'
import type { NewShareView, ShareBody, SharePatch, ShareView } from './schema.ts'
import { findNamesOf, viewShare, viewShares } from './view.ts'

/** Shares a version, or whatever version is current. The token is in this answer and nowhere else. */
export async function createShare(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  body: ShareBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<NewShareView>> {
  const reader = await readerOf(deps, caller)
  const passwordHash = await hashFor(deps, reader, documentId, body.password)
  const names = await findNamesOf(deps, caller.tenantId, [caller.subject])
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const access = await requireDocumentForChange(tx, reader, documentId, 'manage')
      requireActive(access.document)
      requireUse(body)
      requireGivable(access, body)
      await requireVersionOf(tx, access.document, body.versionId)
      const token = randomBytes(32).toString('base64url')
      const share = await addShare(tx, deps.now(), caller, documentId, {
        ...termsOf(body),
        version_id: body.versionId ?? null,
        token_hash: hashToken(token),
        password_hash: passwordHash ?? null,
      })
      await recordCreated(tx, share, body)
      return {
        status: 201,
        body: { ...viewShare(share, names, undefined), token, url: addressOf(deps, token) },
        secretMembers: ['token', 'url'],
      }
    }),
  ).catch((error: unknown) => {
    throw wordTerms(error, '/validUntil')
  })
}

const addShare = (
  tx: Db<Schema>,
  now: Date,
  { tenantId, subject }: TokenUser,
  documentId: string,
  terms: NewShare,
): Promise<ShareRow> =>
  insertShare(tx, {
    ...terms,
    tenant_id: tenantId,
    id: uuidv7(),
    document_id: documentId,
    created_by: subject,
    created_at: now,
    updated_at: now,
  })

// What was asked for, without the secrets.
async function recordCreated(tx: Db<Schema>, share: ShareRow, body: ShareBody): Promise<void> {
  const { tenantId, documentId, versionId, createdBy, createdAt } = share
  const { password, ...terms } = body
  const detail = { shareId: share.id, ...terms, hasPassword: password !== undefined }
  const actor = userActor(createdBy)
  await appendAudit(tx, tenantId, createdAt, [
    { action: 'share.created', actor, documentId, versionId, detail },
  ])
}

export interface ShareIds {
  readonly documentId: string
  readonly shareId: string
}

/** @param revision The one that the caller has read, if they say so. */
export async function changeShare(
  deps: Deps,
  caller: TokenUser,
  ids: ShareIds,
  patch: SharePatch,
  revision: number | undefined,
): Promise<ShareView> {
  const reader = await readerOf(deps, caller)
  const passwordHash = await hashFor(deps, reader, ids.documentId, patch.password)
  const change = {
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...(patch.name === undefined ? {} : { name: patch.name }),
    ...(patch.watermark === undefined ? {} : { watermark: patch.watermark }),
    ...(patch.validFrom === undefined ? {} : { valid_from: toDate(patch.validFrom) ?? null }),
    ...(patch.validUntil === undefined ? {} : { valid_until: toDate(patch.validUntil) ?? null }),
    ...(patch.maxDownloads === undefined ? {} : { max_downloads: patch.maxDownloads }),
    ...(patch.allowDownload === undefined ? {} : { allow_download: patch.allowDownload }),
    ...(patch.allowPreview === undefined ? {} : { allow_preview: patch.allowPreview }),
  }
  const { password, revision: _read, ...terms } = patch
  const detail = { shareId: ids.shareId, ...terms, passwordChanged: password !== undefined }
  const { share, access } = await update(deps, reader, ids, (share, access) => {
    requireRevision(problems, revision, share.revision)
    requireGivable(access, { ...share, ...patch })
    // Shares from before this rule can still be ended.
    if (patch.allowDownload !== undefined || patch.allowPreview !== undefined) {
      requireUse({ ...share, ...patch })
    }
    return { change, action: 'share.changed', detail }
  }).catch((error: unknown) => {
    const untilIsNew = typeof patch.validUntil === 'string'
    throw wordTerms(error, untilIsNew ? '/validUntil' : '/validFrom')
  })
  const held = { ownerId: access.document.ownerId, levels: access.levels }
  const [view] = await viewShares(deps, caller.tenantId, held, [share])
  if (view === undefined) throw new Error('one share has one view')
  return view
}

/** Ends a share for good. A second time changes nothing. */
export async function revokeShare(
  deps: Deps,
  caller: TokenUser,
  ids: ShareIds,
  revision: number | undefined,
): Promise<void> {
  const detail = { shareId: ids.shareId }
  await update(deps, await readerOf(deps, caller), ids, (share) => {
    if (share.revokedAt !== null) return undefined
    requireRevision(problems, revision, share.revision)
    return { change: { revoked_at: deps.now() }, action: 'share.revoked', detail }
  })
}

interface Planned {
  readonly change: Parameters<typeof updateShare>[4]
  readonly action: string
  readonly detail: Record<string, unknown>
}

async function update(
  deps: Deps,
  reader: Reader,
  { documentId, shareId }: ShareIds,
  plan: (share: ShareRow, access: DocumentAccess) => Planned | undefined,
): Promise<{ share: ShareRow; access: DocumentAccess }> {
  const { tenantId, userId } = reader
  return inTransaction(deps.db, async (tx) => {
    // The lock of the document's row is the share's as well: changes of a share queue.
    const access = await requireDocumentForChange(tx, reader, documentId, 'manage')
    const share = await findShare(tx, tenantId, documentId, shareId)
    if (share === undefined) throw problems.not_found()
    const planned = plan(share, access)
    if (planned === undefined) return { share, access }
    const { change, action, detail } = planned
    const now = deps.now()
    const changed = await updateShare(tx, tenantId, shareId, now, change)
    // What was guessed of the old password says nothing of the new one.
    if (change.password_hash !== undefined) await deleteAttempts(tx, tenantId, shareId)
    const actor = userActor(userId)
    await appendAudit(tx, tenantId, now, [{ action, actor, documentId, detail }])
    return { share: changed, access }
  })
}

/** Computed before the row is locked, and only for who may share the document; under the lock it is asked again. */
async function hashFor(
  deps: Deps,
  reader: Reader,
  documentId: string,
  password: string | null | undefined,
) {
  if (typeof password !== 'string') return password
  await requireDocument(deps.db, reader, documentId, 'manage')
  return hashPassword(deps, password)
}

const toDate = (text: string | null | undefined) => (text ? new Date(text) : undefined)

const termsOf = (body: ShareBody) => ({
  name: body.name ?? null,
  watermark: body.watermark ?? false,
  valid_from: toDate(body.validFrom) ?? null,
  valid_until: toDate(body.validUntil) ?? null,
  max_downloads: body.maxDownloads ?? null,
  allow_download: body.allowDownload,
  allow_preview: body.allowPreview,
})

const addressOf = ({ settings }: Deps, token: string) =>
  `${settings.publicUrl.replace(/\/+$/, '')}/api/dms/shares/${token}`

async function requireVersionOf(
  tx: Db<Schema>,
  { tenantId, id }: DocumentAccess['document'],
  versionId: string | undefined,
): Promise<void> {
  if (versionId === undefined) return
  const version = await findVersion(tx, tenantId, versionId)
  if (version?.documentId !== id) throw unknownVersion()
}

/** @throws `dms.forbidden` for somebody who could not make such a share. */
export function requireGivable(
  access: DocumentAccess,
  {
    allowDownload,
    allowPreview,
    watermark = false,
  }: Omit<ShareUse, 'watermark'> & Partial<ShareUse>,
): void {
  const required = findLackingRight(access, { allowDownload, allowPreview, watermark })
  if (required !== undefined) throw problems.forbidden({ members: { required } })
}

function requireUse(terms: Pick<ShareBody, 'allowDownload' | 'allowPreview'>): void {
  if (terms.allowDownload || terms.allowPreview) return
  throw invalid('/allowDownload', 'required', 'or the preview must be allowed')
}

// Downloads count at the same moment, so that the table decides and not what was read before.
function wordTerms(error: unknown, orderPointer: '/validFrom' | '/validUntil'): unknown {
  if (isCheckViolation(error, 'shares_ends_after_start')) {
    return orderPointer === '/validUntil'
      ? invalid(orderPointer, 'too_early', 'must be after validFrom')
      : invalid(orderPointer, 'too_late', 'must be before validUntil')
  }
  if (isCheckViolation(error, 'shares_marked_gives_no_file')) {
    return invalid('/watermark', 'conflict', 'a file bears no watermark: do not allow the download')
  }
  if (isCheckViolation(error, 'shares_count_within_limit')) {
    return invalid('/maxDownloads', 'too_small', 'is less than the downloads so far')
  }
  if (isCheckViolation(error, 'shares_views_within_limit')) {
    return invalid('/maxDownloads', 'too_small', 'is less than the views so far')
  }
  return error
}

const invalid = (pointer: string, code: string, detail: string) =>
  problems.share_invalid({ errors: [{ pointer, code, detail }] })

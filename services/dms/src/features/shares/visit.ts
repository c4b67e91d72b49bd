import { createHash } from 'node:crypto'
import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { requireContent } from '../../content.ts'
import { findShareRefusal, passwordPauseSeconds } from '../../core/share.ts'
import type { Deps } from '../../deps.ts'
import { makeVisitorMark } from '../../mark.ts'
import { findPreview, type Shown } from '../../preview.ts'
import { problems } from '../../problems.ts'
import type { AuditActor } from '../audit/append-queries.ts'
import { appendAudit } from '../audit/queries.ts'
import { type DocumentRow, findDocument } from '../documents/queries.ts'
import { findVersion, type VersionRow } from '../versions/queries.ts'
import { hashToken } from './manage.ts'
import {
  findShareByToken,
  lockAttempts,
  setAttempts,
  type ShareRow,
  takeDownload,
} from './queries.ts'

const TICKET_SECONDS = 600
const USE = 'share'
const ALL_ADDRESSES = '*'

export interface OpenShare {
  readonly share: ShareRow
  readonly document: DocumentRow
  readonly version: VersionRow
}

/**
 * What a token stands for, if the share is open now.
 *
 * @throws `dms.not_found` for an unknown token; `dms.share_revoked`, `dms.share_not_yet_valid`,
 * `dms.share_expired`, `dms.share_used_up` (410).
 */
export async function openShare(deps: Deps, token: string): Promise<OpenShare> {
  const share = await findShareByToken(deps.db, hashToken(token))
  if (share === undefined) throw problems.not_found()
  const refusal = findShareRefusal(share, deps.now())
  if (refusal !== undefined) throw problems[refusal]()
  const document = await findDocument(deps.db, share.tenantId, share.documentId)
  const versionId = share.versionId ?? document?.currentVersionId
  if (document?.status !== 'ACTIVE' || !versionId) throw problems.not_found()
  const version = await findVersion(deps.db, share.tenantId, versionId)
  if (version === undefined) throw problems.not_found()
  return { share, document, version }
}

/**
 * Exchanges the password for a ticket. Every try is counted before the password is looked at, so
 * that tries at the same moment cannot slip past the limit.
 *
 * @throws `dms.share_password_wrong` (403), `dms.share_throttled` (429 with Retry-After)
 */
export async function unlockShare(
  deps: Deps,
  token: string,
  password: string,
  address: string,
  keyOf: (share: ShareRow) => IdempotencyKey | undefined,
): Promise<Answer<{ ticket: string; expiresAt: string }>> {
  const { share, document } = await openShare(deps, token)
  if (share.passwordHash !== null) {
    await countTry(deps, share, address)
    const { verify } = await import('@node-rs/argon2')
    if (!(await verify(share.passwordHash, password))) {
      await inTransaction(deps.db, (tx) =>
        appendAudit(tx, share.tenantId, deps.now(), [
          {
            action: 'share.password_wrong',
            actor: shareActor(share),
            documentId: document.id,
            detail: { address },
          },
        ]),
      )
      throw problems.share_password_wrong()
    }
    await forgetTry(deps, share, address)
  }
  // Only the end is kept for a repeat: the ticket is made again from it, and is the same.
  const answer = await inTransaction(deps.db, (tx) =>
    once(tx, keyOf(share), async () => {
      const end = new Date(deps.now().getTime() + TICKET_SECONDS * 1000)
      return { status: 200, body: { expiresAt: end.toISOString() } }
    }),
  )
  const { expiresAt } = answer.body
  const ticket = deps.signedTokens.sign(USE, ticketPayload(share), new Date(expiresAt))
  return { ...answer, body: { ticket, expiresAt } }
}

async function countTry(deps: Deps, share: ShareRow, address: string): Promise<void> {
  const { tenantId, id } = share
  const waitMs = await inTransaction(deps.db, async (tx) => {
    const now = deps.now()
    const scopes = [
      { name: address, scope: 'address' },
      { name: ALL_ADDRESSES, scope: 'share' },
    ] as const
    const attempts = []
    for (const each of scopes) {
      const { failures, blockedUntil } = await lockAttempts(tx, tenantId, id, each.name)
      if (blockedUntil > now) return blockedUntil.getTime() - now.getTime()
      attempts.push({ ...each, failures: failures + 1 })
    }
    for (const { name, scope, failures } of attempts) {
      const pauseMs = passwordPauseSeconds(failures, scope) * 1000
      const blockedUntil = new Date(now.getTime() + pauseMs)
      await setAttempts(tx, tenantId, id, name, { failures, blockedUntil })
    }
    return 0
  })
  if (waitMs > 0) {
    throw problems.share_throttled({ headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } })
  }
}

// The right password shows that these tries were no guessing.
async function forgetTry(deps: Deps, share: ShareRow, address: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { tenantId, id } = share
    const past = new Date(0)
    await setAttempts(tx, tenantId, id, address, { failures: 0, blockedUntil: past })
    const all = await lockAttempts(tx, tenantId, id, ALL_ADDRESSES)
    await setAttempts(tx, tenantId, id, ALL_ADDRESSES, {
      failures: Math.max(0, all.failures - 1),
      blockedUntil: past,
    })
  })
}

/** Somebody with the address of a share. */
export interface Visitor {
  readonly ticket: string | undefined
  readonly address: string
  /** Asks without taking. */
  readonly isHead: boolean
}

export interface SharedContent {
  readonly version: VersionRow
  /**
   * Counts a download, in the statement that checks whether one is left, and records it.
   *
   * @throws `dms.share_used_up` (410)
   */
  readonly take: () => Promise<void>
}

/**
 * Opens the bytes of a share: terms, ticket, what the share allows, state of the version. The
 * download is taken when bytes are about to leave: what is not delivered is not counted.
 */
export async function openSharedContent(
  deps: Deps,
  token: string,
  { ticket, address }: Omit<Visitor, 'isHead'>,
): Promise<SharedContent> {
  const opened = await openFor(deps, token, ticket, 'download')
  return {
    version: opened.version,
    take: () => recordVisit(deps, opened, 'version.downloaded', { address }),
  }
}

/**
 * What is shown of a share in place, as {@link openSharedContent}; previews are not counted.
 *
 * @throws `dms.preview_unavailable` (409)
 */
export async function openSharedPreview(
  deps: Deps,
  token: string,
  visitor: Visitor,
  page: number | undefined,
): Promise<Shown> {
  const opened = await openFor(deps, token, visitor.ticket, 'preview')
  const { share, version } = opened
  const { address } = visitor
  const mark = share.watermark ? makeVisitorMark(deps, share.name, address) : undefined
  const shown = await findPreview(deps, version, { page, mark })
  const detail = {
    address,
    ...(page === undefined ? {} : { page }),
    ...(mark === undefined ? {} : { watermark: true }),
  }
  if (!visitor.isHead) await recordVisit(deps, opened, 'version.previewed', detail)
  return shown
}

/** Whether the visitor may be told what there is to show, before he asks for it. */
export const mayBeShown = (deps: Deps, share: ShareRow, ticket: string | undefined): boolean =>
  share.allowPreview && hasTicket(deps, share, ticket)

async function openFor(
  deps: Deps,
  token: string,
  ticket: string | undefined,
  purpose: 'download' | 'preview',
): Promise<OpenShare> {
  const opened = await openShare(deps, token)
  const { share, version } = opened
  requireTicket(deps, share, ticket)
  const allowed = purpose === 'download' ? share.allowDownload : share.allowPreview
  if (!allowed) throw problems.share_action_forbidden()
  requireContent(deps, version, false)
  return opened
}

async function recordVisit(
  deps: Deps,
  { share, document, version }: OpenShare,
  action: 'version.downloaded' | 'version.previewed',
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.now()
    const counts = action === 'version.downloaded'
    if (counts && !(await takeDownload(tx, share.tenantId, share.id, now))) {
      throw problems.share_used_up()
    }
    await appendAudit(tx, share.tenantId, now, [
      {
        action,
        actor: shareActor(share),
        documentId: document.id,
        versionId: version.id,
        detail: { by: 'share', ...detail },
      },
    ])
  })
}

function requireTicket(deps: Deps, share: ShareRow, ticket: string | undefined): void {
  if (!hasTicket(deps, share, ticket)) throw problems.share_password_required()
}

function hasTicket(deps: Deps, share: ShareRow, ticket: string | undefined): boolean {
  if (share.passwordHash === null) return true
  const result = ticket && deps.signedTokens.verify(USE, ticket, deps.now())
  const expected = ticketPayload(share)
  if (!result || !result.valid) return false
  return result.payload['s'] === expected.s && result.payload['p'] === expected.p
}

// Bound to the password it was got with: a new password ends the tickets of the old one.
const ticketPayload = (share: ShareRow) => ({
  s: share.id,
  p: createHash('sha256')
    .update(share.passwordHash ?? '')
    .digest('base64url')
    .slice(0, 16),
})

const shareActor = (share: ShareRow): AuditActor => ({ kind: 'share', id: share.id })

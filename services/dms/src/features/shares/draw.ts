import type { Db } from '@countersign/service-kit/db'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { ByteRange } from '../../core/byte-range.ts'
import {
  CONTINUES_SECONDS,
  continuesDownload,
  type Draw,
  type DownloadCredit,
  drawBytes,
  findShareRefusal,
  repeatsLeft,
} from '../../core/share.ts'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit } from '../audit/queries.ts'
import { type DownloadKey, drawBytesLeft, lockBytesLeft, storeDraw } from './download-queries.ts'
import { shareActor } from './open.ts'
import { lockShare, type ShareRow } from './queries.ts'
import type { Holder } from './serving/holder.ts'
import { requireServing, whileServing } from './serving/while-serving.ts'

/** What a visitor downloads, and with what right. */
export interface Download {
  readonly key: DownloadKey
  readonly documentId: string
  readonly sizeBytes: number
  readonly address: string
  /** By whose right it was opened. */
  readonly holder: Holder
  /** Whether the visitor may begin one, and not only go on. */
  readonly mayBegin: boolean
}

/**
 * Goes on with a counted download or counts another, and draws the first bytes of the answer.
 *
 * @param part Undefined for the whole file.
 * @throws `dms.share_used_up`, `dms.share_resting` (410) and why else the share is not open now.
 */
export async function beginAnswer(
  deps: Deps,
  download: Download,
  part: ByteRange | undefined,
  bytes: number,
): Promise<void> {
  await whileServing(deps, download.key, download.holder, (tx, share) =>
    begin(tx, deps.now(), share, download, part, bytes),
  )
}

async function begin(
  tx: Db<Schema>,
  now: Date,
  share: ShareRow,
  download: Download,
  part: ByteRange | undefined,
  bytes: number,
): Promise<void> {
  if (!share.allowDownload) throw problems.share_action_forbidden()
  const refusal = findShareRefusal(share, now)
  if (refusal !== undefined && refusal !== 'share_used_up') throw problems[refusal]()
  // The whole file is always another: many at once are refused soon.
  if (part === undefined) requireAnother(share, download, now)
  const credit = await lockCredit(tx, download, share, now)
  const continues = credit !== undefined && continuesDownload(part, credit)
  if (!continues) requireAnother(share, download, now)
  const { sizeBytes } = download
  const { bytesLeft, repeatsLeft: repeats } = credit ?? NOTHING
  const before = { bytesLeft: bytesLeft + (continues ? 0 : sizeBytes), repeatsLeft: repeats }
  const after = drawBytes(bytes, before, sizeBytes)
  await store(tx, download, { ...after, needsDownload: !continues }, now)
  await record(tx, download, share, now, continues)
}

/**
 * Draws more bytes of an answer under way.
 *
 * @throws `dms.share_revoked`, `dms.share_resting` and others: the answer has to break off.
 */
export async function drawPortion(deps: Deps, download: Download, bytes: number): Promise<void> {
  const { key, sizeBytes } = download
  await requireServing(deps, key)
  if (await drawBytesLeft(deps.db, key, bytes, endOf(deps.now()))) return
  // Others have drawn on the same downloads, or the share has changed meanwhile.
  await inTransaction(deps.db, async (tx) => {
    const now = deps.now()
    const share = await lockShareFor(tx, download)
    const credit = await lockCredit(tx, download, share, now)
    const after = drawBytes(bytes, credit ?? NOTHING, sizeBytes)
    if (after.needsDownload) requireAnother(share, download, now)
    await store(tx, download, after, now)
    if (after.needsDownload) await record(tx, download, share, now, false)
  })
}

const NOTHING: DownloadCredit = { bytesLeft: 0, repeatsLeft: 0 }

/** The share, as long as it gives downloads at all. */
async function lockShareFor(tx: Db<Schema>, { key }: Download): Promise<ShareRow> {
  const share = await lockShare(tx, key.tenantId, key.shareId)
  if (share === undefined) throw problems.not_found()
  if (share.revokedAt !== null) throw problems.share_revoked()
  if (!share.allowDownload) throw problems.share_action_forbidden()
  return share
}

async function lockCredit(
  tx: Db<Schema>,
  { key, sizeBytes }: Download,
  { repeatedBytes }: ShareRow,
  now: Date,
): Promise<DownloadCredit | undefined> {
  const bytesLeft = await lockBytesLeft(tx, key, now)
  if (bytesLeft === undefined) return undefined
  return { bytesLeft, repeatsLeft: repeatsLeft(sizeBytes, repeatedBytes) }
}

/** Refuses to count one more. The share's row is locked by the caller. */
function requireAnother(share: ShareRow, { mayBegin }: Download, now: Date): void {
  const refusal = findShareRefusal(share, now)
  if (refusal !== undefined) throw problems[refusal]()
  if (!mayBegin) throw problems.share_password_required()
}

async function store(
  tx: Db<Schema>,
  { key }: Download,
  { bytesLeft, repeatedBytes, needsDownload }: Omit<Draw, 'repeatsLeft'>,
  now: Date,
): Promise<void> {
  const downloads = needsDownload ? 1 : 0
  await storeDraw(tx, key, { bytesLeft, downloads, repeatedBytes, expiresAt: endOf(now) })
}

async function record(
  tx: Db<Schema>,
  { key: { tenantId, versionId }, documentId, address }: Download,
  share: ShareRow,
  now: Date,
  continues: boolean,
): Promise<void> {
  const detail = { by: 'share', address, ...(continues ? { continues: true } : {}) }
  await appendAudit(tx, tenantId, now, [
    { action: 'version.downloaded', actor: shareActor(share), documentId, versionId, detail },
  ])
}

const endOf = (now: Date) => new Date(now.getTime() + CONTINUES_SECONDS * 1000)

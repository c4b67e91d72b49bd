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
import {
  addToShare,
  type DownloadKey,
  drawBytesLeft,
  lockBytesLeft,
  setBytesLeft,
} from './download-queries.ts'
import { shareActor } from './open.ts'
import { lockShare, type ShareRow } from './queries.ts'

/** What a visitor downloads, and with what right. */
export interface Download {
  readonly key: DownloadKey
  readonly documentId: string
  readonly sizeBytes: number
  readonly address: string
  /** Whether the visitor may begin one, and not only go on. */
  readonly mayBegin: boolean
}

/**
 * Goes on with a counted download or counts another, and draws the first bytes of the answer.
 *
 * @param part Undefined for the whole file.
 * @throws `dms.share_used_up` (410) and why else the share is not open now.
 */
export async function beginAnswer(
  deps: Deps,
  download: Download,
  part: ByteRange | undefined,
  bytes: number,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.now()
    const { share, credit } = await lockDownload(tx, download, now)
    const refusal = findShareRefusal(share, now)
    if (refusal !== undefined && refusal !== 'share_used_up') throw problems[refusal]()
    const continues = credit !== undefined && continuesDownload(part, credit)
    if (!continues) requireAnother(share, download, now)
    const { bytesLeft = 0, repeatsLeft: repeats = 0 } = credit ?? {}
    const before = {
      bytesLeft: bytesLeft + (continues ? 0 : download.sizeBytes),
      repeatsLeft: repeats,
    }
    const after = drawBytes(bytes, before, download.sizeBytes)
    await store(tx, download, { ...after, needsDownload: !continues }, now)
    await record(tx, download, share, now, continues)
  })
}

/**
 * Draws more bytes of an answer under way.
 *
 * @throws `dms.share_revoked` and others: the answer has to break off.
 */
export async function drawPortion(deps: Deps, download: Download, bytes: number): Promise<void> {
  const { key, sizeBytes } = download
  if (await drawBytesLeft(deps.db, key, bytes, endOf(deps.now()))) return
  // Others have drawn on the same downloads, or the share has changed meanwhile.
  await inTransaction(deps.db, async (tx) => {
    const now = deps.now()
    const { share, credit } = await lockDownload(tx, download, now)
    if (share.revokedAt !== null) throw problems.share_revoked()
    const after = drawBytes(bytes, credit ?? { bytesLeft: 0, repeatsLeft: 0 }, sizeBytes)
    if (after.needsDownload) requireAnother(share, download, now)
    await store(tx, download, after, now)
    if (after.needsDownload) await record(tx, download, share, now, false)
  })
}

async function lockDownload(
  tx: Db<Schema>,
  { key, sizeBytes }: Download,
  now: Date,
): Promise<{ share: ShareRow; credit: DownloadCredit | undefined }> {
  const share = await lockShare(tx, key.tenantId, key.shareId)
  if (share === undefined) throw problems.not_found()
  if (!share.allowDownload) throw problems.share_action_forbidden()
  const bytesLeft = await lockBytesLeft(tx, key, now)
  if (bytesLeft === undefined) return { share, credit: undefined }
  return { share, credit: { bytesLeft, repeatsLeft: repeatsLeft(sizeBytes, share.repeatedBytes) } }
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
  await setBytesLeft(tx, key, bytesLeft, endOf(now))
  const downloads = needsDownload ? 1 : 0
  if (downloads + repeatedBytes > 0) await addToShare(tx, key, { downloads, repeatedBytes })
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

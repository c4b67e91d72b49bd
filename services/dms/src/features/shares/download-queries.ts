import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/** What a visitor downloads. */
export interface DownloadKey {
  readonly tenantId: string
  readonly shareId: string
  readonly versionId: string
  readonly visitor: string
}

/** What of the visitor's downloads has not been sent; undefined where there is none to continue. */
export async function findBytesLeft(
  db: Db<Schema>,
  key: DownloadKey,
  now: Date,
): Promise<number | undefined> {
  const row = await selectDownload(db, key, now).executeTakeFirst()
  return row?.bytesLeft
}

/** As {@link findBytesLeft}, locked against draws until the transaction ends. */
export async function lockBytesLeft(
  tx: Db<Schema>,
  key: DownloadKey,
  now: Date,
): Promise<number | undefined> {
  const row = await selectDownload(tx, key, now).forUpdate().executeTakeFirst()
  return row?.bytesLeft
}

const selectDownload = (
  db: Db<Schema>,
  { tenantId, shareId, versionId, visitor }: DownloadKey,
  now: Date,
) =>
  db
    .selectFrom('share_downloads')
    .select('bytes_left as bytesLeft')
    .where('tenant_id', '=', tenantId)
    .where('share_id', '=', shareId)
    .where('version_id', '=', versionId)
    .where('visitor', '=', visitor)
    .where('expires_at', '>', now)

/**
 * Stores what is left, and what the share has counted and repeated. Both rows are locked by the
 * caller; the table refuses what is above the limit of the share.
 */
export async function storeDraw(
  tx: Db<Schema>,
  { tenantId, shareId, versionId, visitor }: DownloadKey,
  draw: {
    readonly bytesLeft: number
    readonly downloads: number
    readonly repeatedBytes: number
    readonly expiresAt: Date
  },
): Promise<void> {
  const { bytesLeft, downloads, repeatedBytes, expiresAt } = draw
  await sql`
    with counted as (
      update shares set download_count = download_count + ${downloads}::integer,
        repeated_bytes = repeated_bytes + ${repeatedBytes}::bigint
      where tenant_id = ${tenantId} and id = ${shareId} and ${downloads + repeatedBytes > 0}::boolean
    )
    insert into share_downloads (tenant_id, share_id, version_id, visitor, bytes_left, expires_at)
    values (${tenantId}, ${shareId}, ${versionId}, ${visitor}, ${bytesLeft}, ${expiresAt})
    on conflict (tenant_id, share_id, version_id, visitor) do update
    set bytes_left = excluded.bytes_left, expires_at = excluded.expires_at`.execute(tx)
}

/**
 * Draws bytes from what is left, without the lock of the share, which is still needed where this is
 * refused: there are not so many left, or the share does not give them any more.
 */
export async function drawBytesLeft(
  db: Db<Schema>,
  { tenantId, shareId, versionId, visitor }: DownloadKey,
  bytes: number,
  expiresAt: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update share_downloads d
    set bytes_left = d.bytes_left - ${bytes}::bigint, expires_at = ${expiresAt}
    from shares s
    where d.tenant_id = ${tenantId} and d.share_id = ${shareId} and d.version_id = ${versionId}
      and d.visitor = ${visitor} and d.bytes_left >= ${bytes}::bigint
      and s.tenant_id = d.tenant_id and s.id = d.share_id
      and s.revoked_at is null and s.allow_download`.execute(db)
  return numAffectedRows === 1n
}

/** Forgets some of the downloads that nobody can continue. @returns how many. */
export async function deleteOldDownloads(
  db: Db<Schema>,
  now: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from share_downloads where (tenant_id, share_id, version_id, visitor) in (
      select tenant_id, share_id, version_id, visitor from share_downloads
      where expires_at <= ${now} limit ${limit}
    ) and expires_at <= ${now}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

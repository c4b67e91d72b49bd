import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { DownloadKey } from '../download-queries.ts'

/** Whether a counted view of the visitor is not over. */
export async function hasView(
  db: Db<Schema>,
  { tenantId, shareId, versionId, visitor }: DownloadKey,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('share_views')
    .select('expires_at')
    .where('tenant_id', '=', tenantId)
    .where('share_id', '=', shareId)
    .where('version_id', '=', versionId)
    .where('visitor', '=', visitor)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Begins a view where none is under way. The share's row is locked. @returns whether it did. */
export async function beginView(
  tx: Db<Schema>,
  { tenantId, shareId, versionId, visitor }: DownloadKey,
  now: Date,
  expiresAt: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into share_views as v (tenant_id, share_id, version_id, visitor, expires_at)
    values (${tenantId}, ${shareId}, ${versionId}, ${visitor}, ${expiresAt})
    on conflict (tenant_id, share_id, version_id, visitor) do update
    set expires_at = excluded.expires_at where v.expires_at <= ${now}
    returning 1`.execute(tx)
  return rows.length === 1
}

/** The table refuses what is above the limit of the share. */
export async function addView(tx: Db<Schema>, tenantId: string, shareId: string): Promise<void> {
  await tx
    .updateTable('shares')
    .set((eb) => ({ view_count: eb('view_count', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', shareId)
    .execute()
}

/** Forgets some of the views that are over. @returns how many. */
export async function deleteOldViews(db: Db<Schema>, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from share_views where (tenant_id, share_id, version_id, visitor) in (
      select tenant_id, share_id, version_id, visitor from share_views
      where expires_at <= ${now} limit ${limit}
    ) and expires_at <= ${now}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

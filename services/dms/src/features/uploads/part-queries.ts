import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { StoredPart, WriteState } from '../../storage/object-store.ts'

export interface PartRow {
  readonly number: number
  readonly sizeBytes: number
  /** Null until it is stored. */
  readonly sha256: Buffer | null
}

/** Makes the session one that takes parts; the sender that began it holds it. */
export async function markByParts(
  db: Db<Schema>,
  tenantId: string,
  id: string,
  senderId: string,
  state: WriteState,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with mine as (
      update uploads set by_parts = true, sender_id = null, sender_until = null, updated_at = now()
      where tenant_id = ${tenantId} and id = ${id} and sender_id = ${senderId}
        and status = 'RECEIVING' and sealed_at is null
      returning tenant_id, object_id
    )
    update storage_objects o set write_state = ${JSON.stringify(state)} from mine
    where o.tenant_id = mine.tenant_id and o.id = mine.object_id and o.status = 'PENDING'`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/**
 * Makes the caller the one sender of a part; undefined when it is stored, or somebody else sends it.
 * `wasTried`: somebody has had it before.
 */
export async function claimPart(
  db: Db<Schema>,
  tenantId: string,
  uploadId: string,
  part: { number: number; sizeBytes: number; senderId: string; leaseSeconds: number },
): Promise<{ readonly wasTried: boolean } | undefined> {
  // A row that was there has the transaction in xmax that replaced it.
  const { rows } = await sql<{ wasTried: boolean }>`
    insert into upload_parts
      (tenant_id, upload_id, part_number, size_bytes, sender_id, sender_until)
    select tenant_id, id, ${part.number}::integer, ${part.sizeBytes}::bigint,
      ${part.senderId}::uuid, now() + make_interval(secs => ${part.leaseSeconds})
    from uploads where tenant_id = ${tenantId} and id = ${uploadId} and by_parts
      and sealed_at is null and status = 'RECEIVING'
    on conflict (tenant_id, upload_id, part_number) do update
      set sender_id = excluded.sender_id, sender_until = excluded.sender_until
      where upload_parts.sha256 is null
        and (upload_parts.sender_until is null or upload_parts.sender_until < now())
    returning xmax <> 0 as "wasTried"`.execute(db)
  return rows[0]
}

/** Shows that the sender of a part is alive; false when it has lost the part or the session. */
export async function renewPart(
  db: Db<Schema>,
  tenantId: string,
  uploadId: string,
  part: { number: number; senderId: string; leaseSeconds: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update upload_parts p set sender_until = now() + make_interval(secs => ${part.leaseSeconds})
    from uploads u
    where p.tenant_id = ${tenantId} and p.upload_id = ${uploadId}
      and p.part_number = ${part.number} and p.sender_id = ${part.senderId}
      and u.tenant_id = p.tenant_id and u.id = p.upload_id and u.status = 'RECEIVING'`.execute(db)
  return numAffectedRows === 1n
}

export async function leavePart(
  db: Db<Schema>,
  tenantId: string,
  uploadId: string,
  part: { number: number; senderId: string },
): Promise<void> {
  await sql`
    update upload_parts set sender_id = null, sender_until = null
    where tenant_id = ${tenantId} and upload_id = ${uploadId} and part_number = ${part.number}
      and sender_id = ${part.senderId}`.execute(db)
}

/** Records that a part is durable; false when its sender has lost it. */
export async function storePart(
  tx: Db<Schema>,
  tenantId: string,
  uploadId: string,
  part: { senderId: string; sha256: Buffer; stored: StoredPart },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update upload_parts set sha256 = ${part.sha256}, stored_state = ${JSON.stringify(part.stored)},
      sender_id = null, sender_until = null
    where tenant_id = ${tenantId} and upload_id = ${uploadId}
      and part_number = ${part.stored.number} and sender_id = ${part.senderId}
      and sha256 is null`.execute(tx)
  return numAffectedRows === 1n
}

/** How many bytes the stored parts have. The session is locked by whoever asks. */
export async function sumParts(
  tx: Db<Schema>,
  tenantId: string,
  uploadId: string,
): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(size_bytes), 0)::bigint as sum from upload_parts
    where tenant_id = ${tenantId} and upload_id = ${uploadId} and sha256 is not null`.execute(tx)
  return rows[0]?.sum ?? 0
}

export async function recordParts(
  tx: Db<Schema>,
  tenantId: string,
  uploadId: string,
  progress: { receivedBytes: number; isWhole: boolean; expiresAt: Date },
): Promise<void> {
  await sql`
    update uploads set received_bytes = ${progress.receivedBytes},
      status = ${progress.isWhole ? 'RECEIVED' : 'RECEIVING'}, updated_at = now(),
      expires_at = greatest(expires_at, ${progress.expiresAt})
    where tenant_id = ${tenantId} and id = ${uploadId}`.execute(tx)
}

export async function setWriteState(
  tx: Db<Schema>,
  tenantId: string,
  objectId: string,
  state: WriteState,
): Promise<void> {
  await sql`
    update storage_objects set write_state = ${JSON.stringify(state)}
    where tenant_id = ${tenantId} and id = ${objectId} and status = 'PENDING'`.execute(tx)
}

/** What the driver said of each stored part, in order. */
export async function listStored(
  tx: Db<Schema>,
  tenantId: string,
  uploadId: string,
): Promise<StoredPart[]> {
  const { rows } = await sql<{ stored: StoredPart }>`
    select stored_state as stored from upload_parts
    where tenant_id = ${tenantId} and upload_id = ${uploadId} and sha256 is not null
    order by part_number`.execute(tx)
  return rows.map(({ stored }) => stored)
}

export async function findPart(
  db: Db<Schema>,
  tenantId: string,
  uploadId: string,
  number: number,
): Promise<PartRow | undefined> {
  const { rows } = await sql<PartRow>`
    select part_number as number, size_bytes as "sizeBytes", sha256 from upload_parts
    where tenant_id = ${tenantId} and upload_id = ${uploadId}
      and part_number = ${number}`.execute(db)
  return rows[0]
}

/** Stored parts, by number. */
export async function listParts(
  db: Db<Schema>,
  tenantId: string,
  uploadId: string,
  page: { after: number; limit: number },
): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select part_number as number, size_bytes as "sizeBytes", sha256 from upload_parts
    where tenant_id = ${tenantId} and upload_id = ${uploadId} and sha256 is not null
      and part_number > ${page.after}
    order by part_number limit ${page.limit}`.execute(db)
  return rows
}

import type { Db } from '@countersign/service-kit/db'
import { prepared } from '@countersign/service-kit/prepared'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { WriteState } from '../../storage/object-store.ts'

/**
 * Makes the caller the one sender of the session, or answers false: somebody else sends, the bytes
 * are being made an object, or the session is over.
 */
export async function claimSender(
  db: Db<Schema>,
  tenantId: string,
  id: string,
  senderId: string,
  leaseSeconds: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update uploads set sender_id = ${senderId}, status = 'RECEIVING', updated_at = now(),
      sender_until = now() + make_interval(secs => ${leaseSeconds})
    where tenant_id = ${tenantId} and id = ${id} and sealed_at is null and not by_parts
      and status in ('INITIATED', 'RECEIVING', 'RECEIVED')
      and (sender_until is null or sender_until < now())`.execute(db)
  return numAffectedRows === 1n
}

export interface Progress {
  readonly receivedBytes: number
  readonly writeState: Readonly<Record<string, unknown>>
  readonly expiresAt: Date
}

/** Records what is durable; false when the sender has lost the session. */
export async function recordProgress(
  db: Db<Schema>,
  tenantId: string,
  id: string,
  senderId: string,
  leaseSeconds: number,
  progress: Progress,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with mine as (
      update uploads set received_bytes = ${progress.receivedBytes}, sha256 = null,
        sniffed_type = null,
        sender_until = now() + make_interval(secs => ${leaseSeconds}),
        expires_at = greatest(expires_at, ${progress.expiresAt}), updated_at = now()
      where tenant_id = ${tenantId} and id = ${id} and sender_id = ${senderId}
        and status = 'RECEIVING'
      returning tenant_id, object_id
    )
    update storage_objects o set write_state = ${JSON.stringify(progress.writeState)}
    from mine
    where o.tenant_id = mine.tenant_id and o.id = mine.object_id and o.status = 'PENDING'`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Shows that sender or committer is alive; false when it has lost the session. */
export async function renewSender(
  db: Db<Schema>,
  tenantId: string,
  id: string,
  senderId: string,
  leaseSeconds: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update uploads set sender_until = now() + make_interval(secs => ${leaseSeconds})
    where tenant_id = ${tenantId} and id = ${id} and sender_id = ${senderId}
      and status in ('RECEIVING', 'RECEIVED')`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Ends a sending, by the sender itself or over its head: what is on record by now is what the session
 * has, and a sender that still is there is refused when it next tells of progress or life. The session
 * is RECEIVED when all bytes are there.
 */
export async function releaseSender(
  db: Db<Schema>,
  tenantId: string,
  id: string,
  senderId: string,
): Promise<void> {
  await sql`
    update uploads set sender_id = null, sender_until = null, sha256 = null, sniffed_type = null,
      status = case when received_bytes = size_bytes and size_bytes > 0 then 'RECEIVED'
        else 'RECEIVING' end,
      updated_at = now()
    where tenant_id = ${tenantId} and id = ${id} and sender_id = ${senderId}
      and status = 'RECEIVING'`.execute(db)
}

interface Sent {
  readonly tenantId: string
  readonly id: string
  readonly senderId: string
  readonly receivedBytes: number
  readonly writeState: WriteState
  /** Of all bytes, when they came in this one request; so is `sniffedType`. */
  readonly sha256: Buffer | null
  readonly sniffedType: string | null
  readonly expiresAt: Date
}

/** Records what is durable and gives the session up; false when the sender has lost it. */
export async function endSending(db: Db<Schema>, sent: Sent): Promise<boolean> {
  const rows = await end(db, { ...sent, writeState: JSON.stringify(sent.writeState) })
  return rows.length === 1
}

type SentValues = Omit<Sent, 'writeState'> & { readonly writeState: string }

const end = prepared<Schema, SentValues, unknown>(
  (_db, sent) => sql`
    with mine as (
      update uploads set received_bytes = ${sent.receivedBytes}::bigint,
        sha256 = ${sent.sha256}::bytea, sniffed_type = ${sent.sniffedType}::text,
        status = case when size_bytes = ${sent.receivedBytes}::bigint
            and (size_bytes > 0 or ${sent.sha256}::bytea is not null) then 'RECEIVED'
          else 'RECEIVING' end,
        sender_id = null, sender_until = null, updated_at = now(),
        expires_at = greatest(expires_at, ${sent.expiresAt}::timestamptz)
      where tenant_id = ${sent.tenantId} and id = ${sent.id} and sender_id = ${sent.senderId}
        and status = 'RECEIVING'
      returning tenant_id, object_id
    )
    update storage_objects o set write_state = ${sent.writeState}::jsonb
    from mine
    where o.tenant_id = mine.tenant_id and o.id = mine.object_id and o.status = 'PENDING'
    returning o.id`,
)

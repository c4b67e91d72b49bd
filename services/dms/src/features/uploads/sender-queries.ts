import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'

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

/** Ends sending: the session is RECEIVED when all bytes are there. */
export async function releaseSender(
  db: Db<Schema>,
  tenantId: string,
  id: string,
  senderId: string,
  sha256: Buffer | null,
): Promise<void> {
  await sql`
    update uploads set sender_id = null, sender_until = null, sha256 = ${sha256},
      status = case when received_bytes = size_bytes and ${sha256 !== null}::boolean
        or received_bytes = size_bytes and size_bytes > 0 then 'RECEIVED' else 'RECEIVING' end,
      updated_at = now()
    where tenant_id = ${tenantId} and id = ${id} and sender_id = ${senderId}
      and status = 'RECEIVING'`.execute(db)
}

/**
 * Makes the caller the one that turns the bytes into an object; from here on they stay as they are.
 * False while somebody sends, or somebody else is at it.
 */
export async function claimCommit(
  db: Db<Schema>,
  tenantId: string,
  id: string,
  committerId: string,
  leaseSeconds: number,
  expiresAt: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update uploads set sealed_at = coalesce(sealed_at, now()), updated_at = now(),
      expires_at = greatest(expires_at, ${expiresAt}), sender_id = ${committerId},
      sender_until = now() + make_interval(secs => ${leaseSeconds})
    where tenant_id = ${tenantId} and id = ${id} and status = 'RECEIVED'
      and (sender_until is null or sender_until < now())`.execute(db)
  return numAffectedRows === 1n
}

export async function releaseCommit(
  db: Db<Schema>,
  tenantId: string,
  id: string,
  committerId: string,
): Promise<void> {
  await sql`
    update uploads set sender_id = null, sender_until = null
    where tenant_id = ${tenantId} and id = ${id} and sender_id = ${committerId}`.execute(db)
}

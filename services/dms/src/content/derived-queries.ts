import type { Db } from '@countersign/service-kit/db'
import type { Schema } from '../db/schema.ts'

/** A file that this service makes: of a version, or of what was decided about one. */
export interface DerivedObject {
  readonly id: string
  readonly sourceId: string
  readonly key: string
  readonly sizeBytes: number
  readonly sha256: Buffer
  readonly reapAfter: Date
}

/**
 * The row of an object that is made here, before its first byte. It is in the reaper's hands from
 * the beginning; {@link confirmDerived} takes it out of them.
 */
export async function insertDerived(
  db: Db<Schema>,
  tenantId: string,
  object: DerivedObject,
  now: Date,
): Promise<void> {
  await db
    .insertInto('storage_objects')
    .values({
      tenant_id: tenantId,
      id: object.id,
      source_id: object.sourceId,
      key: object.key,
      status: 'DELETING',
      size_bytes: object.sizeBytes,
      sha256: object.sha256,
      write_state: '{}',
      created_at: now,
      reap_after: object.reapAfter,
    })
    .execute()
}

export async function setDerivedState(
  db: Db<Schema>,
  tenantId: string,
  id: string,
  state: Readonly<Record<string, unknown>>,
): Promise<void> {
  await db
    .updateTable('storage_objects')
    .set({ write_state: JSON.stringify(state) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'DELETING')
    .execute()
}

/** @throws when the reaper has taken the object in the meantime. */
export async function confirmDerived(
  tx: Db<Schema>,
  tenantId: string,
  object: DerivedObject,
  key: string,
): Promise<void> {
  await tx
    .updateTable('storage_objects')
    .set({ status: 'STORED', reap_after: null, key })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', object.id)
    .where('status', '=', 'DELETING')
    // The reaper moves it when it takes one.
    .where('reap_after', '=', object.reapAfter)
    .returning('id')
    .executeTakeFirstOrThrow()
}

import { sql, type Insertable } from 'kysely'
import type { PushSubscriptionsTable } from '../../../db/push-tables.ts'
import type { Db, Tx } from '../../../db/schema.ts'

const columns = [
  'id',
  'endpoint_hash as endpointHash',
  'device',
  'created_at as createdAt',
  'sent_at as sentAt',
] as const

export type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number]

/** Oldest first. */
export function listDevices(db: Db, tenantId: string, userId: string) {
  return db
    .selectFrom('push_subscriptions')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .select(columns)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Lets one at a time change what devices somebody has, until the transaction ends: they are counted. */
export async function lockDevices(tx: Tx, tenantId: string, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(8938, hashtext(${`${tenantId}/${userId}`}))`.execute(tx)
}

/** A browser that gave its subscription to somebody is nobody else's any more, in whatever tenant. */
export async function takeFromOthers(tx: Tx, endpointHash: string, userId: string): Promise<void> {
  await sql`delete from push_subscriptions
    where endpoint_hash = ${endpointHash} and user_id <> ${userId}`.execute(tx)
}

type DeviceKeys = Pick<
  Insertable<PushSubscriptionsTable>,
  'p256dh' | 'auth' | 'application_server_key' | 'device'
>

/** Replaces the keys of a device that is known; answers undefined when it is not. */
export function renewDevice(
  tx: Tx,
  tenantId: string,
  device: { userId: string; endpointHash: string; keys: DeviceKeys },
) {
  return tx
    .updateTable('push_subscriptions')
    .set(device.keys)
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', device.userId)
    .where('endpoint_hash', '=', device.endpointHash)
    .returning(columns)
    .executeTakeFirst()
}

/**
 * Inserts a device, or answers undefined when its endpoint is taken: somebody else has given the same at the same time.
 */
export function insertDevice(tx: Tx, row: Insertable<PushSubscriptionsTable>) {
  return tx
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.constraint('push_subscriptions_endpoint_once').doNothing())
    .returning(columns)
    .executeTakeFirst()
}

/** Removes devices of somebody in one tenant, one or all; answers how many. */
export async function deleteDevices(
  db: Db,
  tenantId: string,
  userId: string,
  id?: string,
): Promise<number> {
  let query = db
    .deleteFrom('push_subscriptions')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
  if (id !== undefined) query = query.where('id', '=', id)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

/** Removes the devices of somebody in all tenants that they are of: they are one person, and sign out as one. */
export async function deleteDevicesEverywhere(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute()
}

// A device is one row for each tenant, however often and however many times at once its browser says so.
//
// Kept by: services/bpm/src/features/notifications/push/subscriptions.test.ts "is one device, however many times at once its browser says so"
// Kept by: services/bpm/src/features/notifications/push/subscriptions.test.ts "are ten at most, also when more come at once"
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import type { UserCaller } from '../../../callers.ts'
import { hashEndpoint, MOST_DEVICES } from '../../../core/push.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import type { PushSettings } from '../../../push-settings.ts'
import { isEndpoint, isPoint } from './endpoint.ts'
import {
  insertDevice,
  listDevices,
  lockDevices,
  renewDevice,
  takeFromOthers,
  type DeviceRow,
} from './queries.ts'
import type { PushSubscriptionBody } from './schema.ts'

/**
 * Has a device of the caller told from now on. The same endpoint again is the same device, with the keys it has now.
 *
 * @throws `bpm.push_unavailable` (409) where the operator has set no key, `bpm.push_subscription_invalid` (422) for an
 * address that nothing is sent to, `bpm.too_many_devices` (409).
 */
export async function subscribe(
  { db, now, push }: Pick<Deps, 'db' | 'now' | 'push'>,
  { tenantId, userId }: UserCaller,
  body: PushSubscriptionBody,
  device: string | undefined,
): Promise<{ readonly row: DeviceRow; readonly created: boolean }> {
  if (push === undefined) throw problems.push_unavailable()
  checkSubscription(body, push)
  const { endpoint, keys, applicationServerKey } = body
  const endpointHash = hashEndpoint(endpoint)
  const given = { ...keys, application_server_key: applicationServerKey, device: device ?? null }
  return inTransaction(db, async (tx) => {
    await lockDevices(tx, tenantId, userId)
    await takeFromOthers(tx, endpointHash, userId)
    const known = await renewDevice(tx, tenantId, { userId, endpointHash, keys: given })
    if (known !== undefined) return { row: known, created: false }
    const { length } = await listDevices(tx, tenantId, userId)
    if (length >= MOST_DEVICES) throw problems.too_many_devices({ members: { most: MOST_DEVICES } })
    const row = await insertDevice(tx, {
      tenant_id: tenantId,
      id: uuidv7(),
      user_id: userId,
      endpoint,
      endpoint_hash: endpointHash,
      ...given,
      created_at: now(),
    })
    if (row === undefined) throw refuse('/endpoint', 'somebody else has just subscribed with it')
    return { row, created: true }
  })
}

function checkSubscription(
  { endpoint, keys, applicationServerKey }: PushSubscriptionBody,
  push: PushSettings,
): void {
  if (!isEndpoint(endpoint, push.origins)) {
    throw refuse('/endpoint', 'not the address of a push service that messages are sent to')
  }
  if (!isPoint(keys.p256dh)) throw refuse('/keys/p256dh', 'not a point on the curve P-256')
  if (!push.keys.some(({ publicKey }) => publicKey === applicationServerKey)) {
    throw refuse('/applicationServerKey', 'not a key of the platform: subscribe anew with its key')
  }
}

const refuse = (pointer: string, detail: string) =>
  problems.push_subscription_invalid({ errors: [{ pointer, code: 'subscription', detail }] })

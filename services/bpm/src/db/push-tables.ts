import type { Generated } from 'kysely'

/** A device of somebody, and the queue of what waits for it. */
export interface PushSubscriptionsTable {
  tenant_id: string
  id: string
  user_id: string
  endpoint: string
  endpoint_hash: string
  p256dh: string
  auth: string
  application_server_key: string
  device: string | null
  created_at: Date
  sent_at: Date | null
  due_at: Date | null
  rests_until: Date | null
  lease_id: string | null
  leased_until: Date | null
  attempts: Generated<number>
  last_error: string | null
}

export interface PushNoticesTable {
  tenant_id: string
  subscription_id: string
  notice_id: string
  message_id: string | null
}

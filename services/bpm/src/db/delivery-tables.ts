import type { Generated } from 'kysely'

export interface DeliveryLanesTable {
  tenant_id: string
  instance_id: string
  biz_type: string
  biz_type_version: string
  last_sequence: number
  next_sequence: Generated<number>
  acknowledged_sequence: Generated<number>
  due_at: Date | null
  lease_id: string | null
  attempts: Generated<number>
  failing_since: Date | null
  blocked_at: Date | null
  prune_at: Date | null
  pruned_at: Date | null
  incident_id: string | null
}

export interface DeliveryEventsTable {
  tenant_id: string
  instance_id: string
  sequence: number
  event_id: string
  type: string
  body: string
  created_at: Generated<Date>
  traceparent: string | null
}

export interface DeliveryAttemptsTable {
  tenant_id: string
  event_id: string
  id: string
  attempted_at: Date
  duration_ms: number
  outcome: string
  http_status: number | null
  response_excerpt: string | null
}

export interface EventKeysTable {
  generation: number
  kid: string
  public_key: string
  sealed_private_key: string
  created_at: Generated<Date>
  signs_from: Date | null
  published_until: Date | null
}

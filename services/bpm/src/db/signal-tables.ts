import type { Generated } from 'kysely'

export interface SignalSubscriptionsTable {
  tenant_id: string
  instance_id: string
  number: number
  name: string
  position: Generated<string>
}

export interface SignalsTable {
  tenant_id: string
  id: string
  position: Generated<string>
  name: string
  origin_id: string
  instance_id: string | null
  node_id: string | null
  client_id: string | null
  user_id: string | null
  thrown_at: Date
  after_instance_id: string | null
  spread_at: Date | null
}

export interface SignalDeliveriesTable {
  tenant_id: string
  signal_id: string
  instance_id: string
  origin_id: string
  name: string
  outcome: 'heard' | 'missed' | null
  settled_at: Date | null
  due_at: Date | null
  lease_id: string | null
  leased_until: Date | null
  attempts: Generated<number>
  last_error: string | null
}

export interface SignalListenersTable {
  tenant_id: string
  id: string
  definition_key: string
  node_id: string
  name: string
  definition_id: string
  biz_type: string
  position: Generated<string>
}

export interface SignalStartsTable {
  tenant_id: string
  id: string
  signal_id: string
  listener_id: string
  origin_id: string
  queued_at: Date
  outcome: 'started' | 'missed' | 'skipped' | null
  settled_at: Date | null
  instance_id: string | null
  lease_id: string | null
  leased_until: Date | null
  attempts: Generated<number>
  failed_at: Date | null
  code: string | null
  error: string | null
}

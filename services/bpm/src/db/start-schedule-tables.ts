import type { Generated } from 'kysely'
import type { StartTimes } from '../core/start-times.ts'
import type { Json } from './json.ts'

export interface StartSchedulesTable {
  tenant_id: string
  id: string
  definition_key: string
  node_id: string
  definition_id: string
  biz_type: string
  timing: Json<StartTimes>
  since: Date
  place: number | null
  due_at: Date | null
  last_due_at: Date | null
  last_instance_id: string | null
  missed: Generated<number>
  lease_id: string | null
  leased_until: Date | null
  attempts: Generated<number>
  failed_at: Date | null
  code: string | null
  error: string | null
}

export interface StartSkipsTable {
  tenant_id: string
  id: string
  definition_id: string
  definition_key: string
  node_id: string
  due_at: Date
  signal_id: string | null
  attempts: number
  code: string
  error: string
  reason: string
  skipped_by: string
  skipped_by_name: string
  skipped_at: Date
}

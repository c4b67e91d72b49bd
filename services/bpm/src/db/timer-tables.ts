import type { Generated } from 'kysely'
import type { WorkingHours } from '../core/working-time.ts'
import type { Json } from './json.ts'

export interface TimersTable {
  tenant_id: string
  instance_id: string
  number: number
  due_at: Date
  held: Generated<boolean>
  lease_id: string | null
  leased_until: Date | null
  attempts: Generated<number>
  last_error: string | null
}

export interface CalendarsTable {
  tenant_id: string
  time_zone: string
  hours: Json<WorkingHours[]>
  holidays: Json<string[]>
  workdays: Json<string[]>
  revision: number
  updated_by: string
  updated_at: Date
}

import type { Json } from './json.ts'

/** Written by the kit alone. */
export interface PersonErasuresTable {
  id: string
  user_id: string
  pseudonym: string
  position: Json<unknown>
  counts: Json<Readonly<Record<string, number>>>
  done_at: Date | null
}

/** What went by age. */
export interface RetentionRemovalsTable {
  tenant_id: string
  removal_id: string
  what: string
  row_count: number
  kept_days: number
  ended_before: Date
  removed_at: Date
}

/** Exports of what the service has of a person or a tenant: when each began, and when it ended. */
export interface DataExportsTable {
  tenant_id: string
  entry_id: string
  export_id: string
  user_id: string | null
  asked_by: string
  continues: boolean
  counts: Json<Readonly<Record<string, number>>> | null
  recorded_at: Date
}

/** Written by the owner of the database alone, by the kit. */
export interface TenantErasuresTable {
  erasure_id: string
  tenant_id: string
  asked_by: string
  asked_at: Date
  due_at: Date
  cancelled_at: Date | null
  begun_at: Date | null
  counts: Json<Readonly<Record<string, number>>>
  ended_at: Date | null
}

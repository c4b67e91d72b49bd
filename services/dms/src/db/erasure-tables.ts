import type { ColumnType } from 'kysely'

/** Written by the kit alone. */
export interface PersonErasures {
  id: string
  user_id: string
  pseudonym: string
  position: ColumnType<unknown, string, string>
  counts: ColumnType<Record<string, number>, string, string>
  done_at: Date | null
}

/** Written by the owner of the database alone, by the kit. */
export interface TenantErasures {
  erasure_id: string
  tenant_id: string
  asked_by: string
  asked_at: Date
  due_at: Date
  cancelled_at: Date | null
  begun_at: Date | null
  counts: ColumnType<Record<string, number>, string | undefined, string>
  ended_at: Date | null
}

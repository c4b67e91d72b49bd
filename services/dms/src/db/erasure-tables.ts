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

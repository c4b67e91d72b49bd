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

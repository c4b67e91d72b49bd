import type { Json } from './json.ts'

/** Somebody decides for another one from one moment until another. */
export interface Delegation {
  readonly to: string
  readonly from: string
  readonly until: string
  /** Only for these business types; null for all. */
  readonly bizTypes: readonly string[] | null
}

export interface DelegationsTable {
  tenant_id: string
  user_id: string
  items: Json<Delegation[]>
  revision: number
  updated_at: Date
  /** When the last of them ends; made by the database. */
  ends_at: Date | null
}

import type { Generated } from 'kysely'
import type { Json } from './json.ts'

export interface RecordKeysTable {
  kid: string
  public_key: string
  sealed_private_key: string | null
  created_at: Generated<Date>
  retired_at: Date | null
}

export interface RecordTemplatesTable {
  tenant_id: string
  biz_type: string
  template: Json<unknown>
  updated_at: Date
}

export interface DrawnSignaturesTable {
  tenant_id: string
  id: string
  user_id: string
  strokes: Json<Strokes>
  sha256: string
  used_from: Date
  used_until: Date | null
}

/** Lines through points of a field. */
export type Strokes = { x: number; y: number }[][]

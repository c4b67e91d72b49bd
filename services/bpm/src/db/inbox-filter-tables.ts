import type { Box } from './instance-tables.ts'
import type { Json } from './json.ts'

/** What somebody narrows a box of theirs to, under a name of theirs. */
export interface InboxFilter {
  readonly name: string
  readonly box: Exclude<Box, 'past'>
  readonly q?: string
  readonly bizType?: string
  readonly overdue?: boolean
}

export interface InboxFiltersTable {
  tenant_id: string
  user_id: string
  items: Json<InboxFilter[]>
  revision: number
  updated_at: Date
}

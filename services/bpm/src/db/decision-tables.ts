import type { Generated } from 'kysely'
import type { DecisionTable, TableExample } from '../core/decision/table.ts'
import type { DefinitionStatus } from './definition-tables.ts'
import type { Json } from './json.ts'

export interface DecisionKeysTable {
  tenant_id: string
  key: string
  biz_type: string
  last_version: number
  created_at: Date
}

export interface DecisionsTable {
  tenant_id: string
  id: string
  key: string
  version: number
  biz_type: string
  name: string
  status: DefinitionStatus
  content: Json<DecisionTable>
  examples: Json<readonly TableExample[]>
  content_hash: Buffer | null
  revision: Generated<number>
  created_by: string
  created_at: Date
  updated_by: string
  updated_at: Date
  published_by: string | null
  published_at: Date | null
  retired_by: string | null
  retired_at: Date | null
}

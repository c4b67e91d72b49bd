import type { Generated } from 'kysely'
import type { ImportNote } from '../core/definition/xml/import-notes.ts'
import type { Json } from './json.ts'

export interface DefinitionKeysTable {
  tenant_id: string
  key: string
  biz_type: string
  last_version: number
  created_at: Date
}

export type DefinitionStatus = 'DRAFT' | 'PUBLISHED' | 'RETIRED'

export interface DefinitionsTable {
  tenant_id: string
  id: string
  key: string
  version: number
  biz_type: string
  name: string
  status: DefinitionStatus
  bpmn_xml: string
  tree: Json<unknown> | null
  revision: Generated<number>
  created_by: string
  created_at: Date
  updated_by: string
  updated_at: Date
  published_by: string | null
  published_at: Date | null
  retired_by: string | null
  retired_at: Date | null
  called_keys: Generated<string[]>
  imported: Json<readonly ImportNote[]> | null
}

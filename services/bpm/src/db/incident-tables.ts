import type { IncidentKind } from '@countersign/contracts'
import type { Generated } from 'kysely'
import type { Json } from './json.ts'

/** `gone`: the approval went on; `retried`: it was tried again; `manual`: somebody says so. */
export type IncidentResolution = 'gone' | 'retried' | 'manual'

export interface IncidentsTable {
  tenant_id: string
  id: string
  kind: IncidentKind
  cause: string
  instance_id: string
  biz_type: string
  node_id: string | null
  node_name: string | null
  task_no: string | null
  migration_id: string | null
  event_id: string | null
  code: string
  parameters: Json<Readonly<Record<string, unknown>>>
  attempts: Generated<number>
  raised_at: Date
  resolved_at: Date | null
  resolution: IncidentResolution | null
  resolved_by_id: string | null
  resolved_by_name: string | null
  reason: string | null
}

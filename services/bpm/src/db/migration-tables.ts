import type { Generated } from 'kysely'
import type { Json } from './json.ts'

export interface MigrationsTable {
  tenant_id: string
  id: string
  from_definition_id: string
  to_definition_id: string
  nodes: Json<Readonly<Record<string, string>>>
  reason: string
  dry_run: boolean
  created_by: string
  created_by_name: string
  created_at: Date
  after_instance_id: string | null
  migrated: Generated<number>
  refused: Generated<number>
  ended_at: Date | null
  lease_id: string | null
  leased_until: Date | null
  worked_at: Date | null
}

/** What keeps an approval from being moved, by the node that is at work. */
export interface MigrationFaultRow {
  readonly node: string
  readonly code: string
  readonly message: string
}

export type MigrationOutcome = 'migrated' | 'fits' | 'refused'

export interface MigrationResultsTable {
  tenant_id: string
  migration_id: string
  instance_id: string
  outcome: MigrationOutcome
  faults: Json<readonly MigrationFaultRow[]>
  at: Date
}

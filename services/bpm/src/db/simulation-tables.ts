import type { Generated } from 'kysely'
import type { ComparedStep, SimulationOutcome } from '../core/simulation/compare.ts'
import type { Obstacle } from '../core/simulation/replay.ts'
import type { InstanceStatus } from '../core/instance.ts'
import type { Json } from './json.ts'

export interface SimulationsTable {
  tenant_id: string
  id: string
  definition_id: string
  definition_revision: number
  bpmn_xml: string
  reads_foreign: boolean
  ended_from: Date
  ended_until: Date
  total: number
  created_by: string
  created_by_name: string
  created_at: Date
  before_ended_at: Date | null
  before_id: string | null
  worked_at: Date | null
  ended_at: Date | null
  cancelled: Generated<boolean>
  lease_id: string | null
  leased_until: Date | null
}

export interface SimulationResultsTable {
  tenant_id: string
  simulation_id: string
  instance_id: string
  outcome: SimulationOutcome
  status_before: InstanceStatus
  status_after: InstanceStatus
  tasks_before: number
  tasks_after: number
  people_before: number
  people_after: number
  steps: Json<readonly ComparedStep[]>
  obstacle: Json<Obstacle> | null
}

// The columns of what an action writes, each named once; the compiler compares them with the tables.
import type { ProcessInstancesTable, TasksTable } from '../../db/instance-tables.ts'
import type { IncidentRow, ResolvedRow } from '../decide/incidents.ts'
import type { ActionRow } from '../decide/recording.ts'
import type { InstanceRow } from '../load/instances.ts'

/**
 * `set`: overwritten when the row is there already; `fixed`: as it was inserted; `kept`: a null overwrites nothing.
 */
type Fate = 'set' | 'fixed' | 'kept'

/** Columns of an instance with the members of the row that they come from. */
const instance = {
  tenant_id: ['tenantId', 'fixed'],
  id: ['id', 'fixed'],
  biz_type: ['bizType', 'fixed'],
  biz_type_version: ['bizTypeVersion', 'fixed'],
  biz_id: ['bizId', 'fixed'],
  title: ['title', 'fixed'],
  initiator_id: ['initiatorId', 'fixed'],
  initiator_name: ['initiatorName', 'fixed'],
  definition_id: ['definitionId', 'fixed'],
  status: ['status', 'set'],
  round: ['round', 'set'],
  revision: ['revision', 'set'],
  variables: ['variables', 'set'],
  book: ['execution', 'set'],
  current_nodes: ['currentNodes', 'set'],
  last_action: ['lockVersion', 'set'],
  created_at: ['createdAt', 'fixed'],
  updated_at: ['updatedAt', 'set'],
  ended_at: ['endedAt', 'set'],
  parent_id: ['parentId', 'fixed'],
  parent_node: ['parentNode', 'fixed'],
  parent_call: ['parentCall', 'fixed'],
  root_id: ['rootId', 'fixed'],
  detail_url: ['detailUrl', 'fixed'],
  // A trigger makes an empty list of it when something is attached to what it has called.
  attached: ['attached', 'kept'],
} as const satisfies Record<keyof ProcessInstancesTable, readonly [keyof InstanceRow, Fate]>

const task = {
  tenant_id: 'fixed',
  id: 'fixed',
  task_no: 'fixed',
  instance_id: 'fixed',
  kind: 'fixed',
  node_id: 'fixed',
  node_name: 'fixed',
  status: 'set',
  round: 'set',
  revision: 'set',
  assignee_id: 'set',
  assignee_name: 'set',
  candidate_ids: 'set',
  candidate_names: 'set',
  key: 'fixed',
  activation: 'set',
  owner_id: 'set',
  owner_name: 'set',
  weight: 'set',
  position: 'set',
  part: 'set',
  parent: 'set',
  added_by: 'set',
  copied_by: 'fixed',
  copied_by_name: 'fixed',
  created_at: 'fixed',
  opened_at: 'set',
  ended_at: 'set',
  ended_by: 'set',
  ended_by_name: 'set',
  comment: 'set',
  due_at: 'set',
  reminded_at: 'set',
  on_behalf: 'set',
  decided_by: 'set',
  content_hash: 'set',
} as const satisfies Record<Exclude<keyof TasksTable, 'read_at'>, Fate>

const action = {
  tenant_id: 'fixed',
  instance_id: 'fixed',
  sequence: 'fixed',
  at: 'fixed',
  round: 'fixed',
  action: 'fixed',
  actor_kind: 'fixed',
  actor_id: 'fixed',
  actor_name: 'fixed',
  on_behalf_of_id: 'fixed',
  on_behalf_of_name: 'fixed',
  task_id: 'fixed',
  content_hash: 'fixed',
  bound_by: 'fixed',
  comment: 'fixed',
  attachments: 'fixed',
  details: 'fixed',
  moves: 'fixed',
  command: 'fixed',
  answers: 'fixed',
} as const satisfies Record<keyof ActionRow, Fate>

const incident = {
  tenant_id: 'fixed',
  id: 'fixed',
  kind: 'fixed',
  cause: 'fixed',
  instance_id: 'fixed',
  biz_type: 'fixed',
  node_id: 'fixed',
  node_name: 'fixed',
  task_no: 'fixed',
  migration_id: 'fixed',
  code: 'fixed',
  parameters: 'fixed',
  attempts: 'fixed',
  raised_at: 'fixed',
} as const satisfies Record<keyof IncidentRow, Fate>

const resolution = {
  resolved_at: 'set',
  resolution: 'set',
  resolved_by_id: 'set',
  resolved_by_name: 'set',
  reason: 'set',
} as const satisfies Record<Exclude<keyof ResolvedRow, 'tenant_id' | 'id' | 'instance_id'>, Fate>

const instanceEntries = Object.entries(instance)

export const instanceColumns = Object.keys(instance)
export const setInstanceColumns = instanceEntries.flatMap(([column, [, fate]]) =>
  fate === 'set' ? [column] : [],
)
export const keptInstanceColumns = instanceEntries.flatMap(([column, [, fate]]) =>
  fate === 'kept' ? [column] : [],
)
export const taskColumns = Object.keys(task)
export const setTaskColumns = Object.entries(task).flatMap(([column, fate]) =>
  fate === 'set' ? [column] : [],
)
export const actionColumns = Object.keys(action)
export const incidentColumns = Object.keys(incident)
export const resolutionColumns = Object.keys(resolution)

export function toInstanceColumns(row: InstanceRow): Readonly<Record<string, unknown>> {
  const columns: Record<string, unknown> = {}
  for (const [column, [member]] of instanceEntries) columns[column] = row[member]
  return columns
}

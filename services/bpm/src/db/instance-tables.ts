import type { Command } from '../core/engine/command.ts'
import type { MigrateCommand } from '../core/engine/migrate.ts'
import type { EngineTask, ExecutionState } from '../core/engine/state.ts'
import type { InstanceStatus } from '../core/instance.ts'
import type { TaskState } from '../core/task.ts'
import type { Variables } from '../core/variables.ts'
import type { Json } from './json.ts'

export interface StartKeysTable {
  tenant_id: string
  initiator_id: string
  idempotency_key: string
  request_hash: Buffer | null
  instance_id: string | null
  fenced_by: string | null
  created_at: Date
}

export interface ProcessInstancesTable {
  tenant_id: string
  id: string
  biz_type: string
  biz_type_version: string
  biz_id: string
  title: string
  initiator_id: string
  initiator_name: string
  definition_id: string
  status: InstanceStatus
  round: number
  revision: number
  variables: Json<Variables>
  /** `execution` outside of SQL. */
  book: Json<ExecutionState>
  current_nodes: Json<CurrentNode[]>
  /** `lockVersion` outside of SQL: the optimistic lock. */
  last_action: number
  created_at: Date
  updated_at: Date
  ended_at: Date | null
  parent_id: string | null
  parent_node: string | null
  parent_call: number | null
  root_id: string | null
  detail_url: string | null
}

export interface CurrentNode {
  readonly id: string
  readonly name: string
}

export type TaskKind = 'decision' | 'copy'

export interface TasksTable {
  tenant_id: string
  id: string
  task_no: string
  instance_id: string
  kind: TaskKind
  node_id: string
  node_name: string
  status: TaskState
  round: number
  revision: number
  assignee_id: string | null
  assignee_name: string | null
  candidate_ids: string[]
  candidate_names: string[]
  key: number | null
  activation: number | null
  owner_id: string | null
  weight: number | null
  position: number | null
  part: EngineTask['part'] | null
  parent: number | null
  added_by: string | null
  created_at: Date
  opened_at: Date | null
  ended_at: Date | null
  ended_by: string | null
  ended_by_name: string | null
  comment: string | null
  read_at: Date | null
  due_at: Date | null
  reminded_at: Date | null
}

export type Box = 'todo' | 'done' | 'cc' | 'past'

export interface InboxEntriesTable {
  tenant_id: string
  user_id: string
  task_id: string
  instance_id: string
  box: Box
  at: Date
  due_at: Date | null
  read_at: Date | null
  /** The number of the transaction that made or moved it; an insert leaves it to the default. */
  changed: string | null
}

export interface Attachment {
  readonly documentId: string
  readonly versionId: string
  readonly name: string
}

/** A node that was left, and how. */
export interface Move {
  readonly node: string
  readonly outcome: string
}

export interface InstanceActionsTable {
  tenant_id: string
  instance_id: string
  sequence: number
  at: Date
  round: number
  action: string
  actor_kind: 'user' | 'service'
  actor_id: string
  actor_name: string
  task_id: string | null
  comment: string | null
  attachments: Json<readonly Attachment[]> | null
  details: Json<Readonly<Record<string, unknown>>> | null
  moves: Json<readonly Move[]> | null
  command: Json<Command | MigrateCommand> | null
  answers: Json<Readonly<Record<string, readonly string[]>>> | null
  /** The number of the transaction that wrote it; an insert leaves it to the default. */
  changed: string | null
}

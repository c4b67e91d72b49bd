import type { Command } from '../core/engine/command.ts'
import type { MigrateCommand } from '../core/engine/actions/migrate.ts'
import type { EngineTask, ExecutionState } from '../core/engine/state.ts'
import type { InstanceStatus } from '../core/instance.ts'
import type { BoundBy, TaskState } from '../core/task.ts'
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
  /** Everything that was ever attached; null where nothing was, here or in what it has called. */
  attached: Json<readonly Attached[]> | null
}

/** What dms is to be told of who reads attachments; a trigger on the instances makes the rows. */
export interface AttachmentGrantsTable {
  tenant_id: string
  instance_id: string
  number: number
  told: number
  due_at: Date | null
  attempts: number
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
  owner_name: string | null
  weight: number | null
  position: number | null
  part: EngineTask['part'] | null
  parent: number | null
  added_by: string | null
  /** Who has shown it to them, of a copy that somebody chose. */
  copied_by: string | null
  copied_by_name: string | null
  created_at: Date
  opened_at: Date | null
  ended_at: Date | null
  ended_by: string | null
  ended_by_name: string | null
  comment: string | null
  read_at: Date | null
  due_at: Date | null
  reminded_at: Date | null
  on_behalf: Json<OnBehalf> | null
  decided_by: string | null
  /** What the task showed to whoever ended it, by an action on it. */
  content_hash: string | null
}

/** Whose seat it is, by the id of the one who stands in for them. */
export type OnBehalf = Readonly<Record<string, Named>>

export interface Named {
  readonly id: string
  readonly name: string
}

/** `waiting`: theirs, and with others now; `past`: gone before they acted. */
export type Box = 'todo' | 'waiting' | 'done' | 'cc' | 'past'

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
  /** Of its bytes, as the document service said; absent in logs of before it did. */
  readonly sha256?: string
}

/** An attachment of an approval, with the entry of the log that it came with. */
export interface Attached extends Omit<Attachment, 'sha256'> {
  /** null for what was attached before there were any. */
  readonly sha256: string | null
  readonly sequence: number
  /** The user who attached it. */
  readonly by: string
  /** Who took it away, by which entry. */
  readonly removed?: {
    readonly at: string
    readonly by: Named & { readonly kind: 'user' | 'service' }
    readonly sequence: number
  }
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
  on_behalf_of_id: string | null
  on_behalf_of_name: string | null
  task_id: string | null
  /** What the task showed to the actor at that moment. */
  content_hash: string | null
  /** By what the actor said that they had seen it; null of what is no action on a task, or was done before it was kept. */
  bound_by: BoundBy | null
  comment: string | null
  attachments: Json<readonly Attachment[]> | null
  details: Json<Readonly<Record<string, unknown>>> | null
  moves: Json<readonly Move[]> | null
  command: Json<Command | MigrateCommand> | null
  answers: Json<Readonly<Record<string, readonly string[]>>> | null
  /** Of the commitments that the chain names; an insert leaves them to the default. */
  actor_name_salt: string | null
  on_behalf_of_name_salt: string | null
  erased: Json<Readonly<Record<string, string>>> | null
  /** The number of the transaction that wrote it; an insert leaves it to the default. */
  changed: string | null
}

/** The hash chain beside the log; made and read by the kit. */
export interface ChainBlocksTable {
  number: number
  previous_number: number
  previous_hash: Buffer | null
  columns: string[]
  rows: string
  row_count: number
  row_total: number
  position: string | null
  made_at: Date
  hash: Buffer
}

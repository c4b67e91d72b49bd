/** The part of the workflow service's HTTP contract that the component reads. Times are RFC 3339. */

export interface Person {
  readonly id: string
  readonly name: string
}

export interface ApprovalNode {
  readonly id: string
  readonly name: string
}

/** A reference to a version of a document that the document service keeps. */
export interface Attachment {
  readonly documentId: string
  readonly versionId: string
  readonly name: string
}

export type InstanceStatus =
  'RUNNING' | 'RETURNED' | 'SUSPENDED' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN' | 'TERMINATED'

export type TaskStatus =
  | 'WAITING'
  | 'OPEN'
  | 'CLAIMED'
  | 'DELEGATED'
  | 'APPROVED'
  | 'REJECTED'
  | 'RETURNED'
  | 'TRANSFERRED'
  | 'SKIPPED'
  | 'CANCELLED'

export interface Instance {
  readonly id: string
  readonly bizType: string
  readonly bizId: string
  readonly title: string
  readonly status: InstanceStatus
  readonly round: number
  readonly initiator: Person
  readonly definition: { readonly name: string }
  readonly variables: Readonly<Record<string, unknown>>
  /** How the business type calls its variables, by their names. */
  readonly labels: Readonly<Record<string, string>>
  readonly createdAt: string
  readonly detailUrl: string
}

export type FieldType = 'string' | 'number' | 'boolean' | 'date' | 'user' | 'users'

/** A declared variable that the node lets its people see, or change along with a decision. */
export interface Field {
  readonly name: string
  readonly type: FieldType
  readonly label: string | null
  readonly required: boolean
  readonly access: 'read' | 'write'
}

export type ResubmitMode = 'rerun' | 'straightBack'

export interface Task {
  readonly taskNo: string
  readonly kind: 'decision' | 'copy'
  readonly status: TaskStatus
  readonly node: ApprovalNode
  readonly round: number
  readonly assignee: Person | null
  readonly candidates: readonly Person[]
  readonly dueAt: string | null
  readonly readAt: string | null
  readonly revision: number
  readonly detailUrl: string
  readonly instance: Instance
  readonly allowedActions: readonly string[]
  readonly fields: readonly Field[]
  readonly form: {
    readonly returnTargets: readonly ApprovalNode[]
    readonly resubmitModes: readonly ResubmitMode[]
    /** Nodes that may come next, whose people are chosen with the approval. */
    readonly selections: readonly ApprovalNode[]
  }
}

export interface TimelineItem {
  readonly sequence: number
  readonly at: string
  readonly round: number
  readonly action: string
  readonly actor: { readonly id: string; readonly name: string; readonly kind: 'user' | 'service' }
  readonly task: { readonly taskNo: string; readonly node: ApprovalNode } | null
  readonly comment: string | null
  readonly attachments: readonly Attachment[]
  readonly details: Readonly<Record<string, unknown>>
}

export interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

export interface PathStep {
  readonly node: ApprovalNode
  readonly kind: 'task' | 'copy'
  readonly state: 'active' | 'expected'
  readonly people: readonly Person[]
  readonly mode: string | null
}

export interface Path {
  readonly steps: readonly PathStep[]
  readonly complete: boolean
  readonly openQuestion: string | null
}

export type NodeState = 'active' | 'done' | 'rejected' | 'returned'

export interface Diagram {
  readonly bpmnXml: string
  readonly nodes: readonly { readonly id: string; readonly state: NodeState }[]
}

/** What became of a task that somebody else decided first. */
export interface Outcome {
  readonly status: TaskStatus
  readonly assignee: Person | null
  readonly endedAt: string | null
  readonly endedBy: Person | null
}

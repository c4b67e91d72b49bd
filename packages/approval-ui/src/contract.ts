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

/** An attachment of an entry of the log. */
export interface TimelineAttachment extends Attachment {
  readonly removed?: { readonly at: string; readonly by: Person }
  /** Whether the reader may take it away. */
  readonly mayRemove?: boolean
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

/** One of the values that tell at a glance what it is about, and how it is written. */
export interface KeyField {
  readonly name: string
  readonly label: { readonly en: string; readonly 'zh-CN': string }
  readonly format: 'text' | 'money' | 'quantity' | 'date' | 'dateTime' | 'person'
  readonly value: string | number | readonly string[]
  readonly currency?: string
  readonly unit?: KeyField['label']
}

export interface Instance {
  readonly id: string
  readonly bizType: string
  readonly bizId: string
  readonly title: string
  readonly status: InstanceStatus
  readonly round: number
  /** Of the newest entry in its log; services of before version 0.2 do not say it. */
  readonly sequence?: number
  readonly initiator: Person
  readonly definition: { readonly name: string }
  readonly variables: Readonly<Record<string, unknown>>
  /** How the business type calls its variables, by their names. */
  readonly labels: Readonly<Record<string, string>>
  /** The same in each language, where the business type says so. */
  readonly localLabels?: Readonly<Record<string, KeyField['label']>>
  readonly keyFields?: readonly KeyField[]
  readonly createdAt: string
  readonly detailUrl: string
}

export type FieldType = 'string' | 'number' | 'boolean' | 'date' | 'user' | 'users'

/** A declared variable that the node lets its people see, or change along with a decision. */
export interface Field {
  readonly name: string
  readonly type: FieldType
  readonly label: string | null
  readonly labels?: KeyField['label']
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
  /** In whose place, where somebody stands in. */
  readonly onBehalfOf?: Person
  /** Who has lent it to its assignee. */
  readonly owner?: Person
  /** Who has shown it to them, of a copy that somebody chose. */
  readonly copiedBy?: Person
  readonly candidates: readonly Person[]
  readonly dueAt: string | null
  readonly readAt: string | null
  readonly revision: number
  readonly detailUrl: string
  readonly instance: Instance
  readonly allowedActions: readonly string[]
  /** Stands for all that the task shows: an action that sends it is refused once that has changed. */
  readonly contentHash: string | null
  /** Nodes that were decided before the owner changed these values. */
  readonly changedSince: readonly ChangedSince[]
  readonly fields: readonly Field[]
  readonly form: {
    readonly returnTargets: readonly ApprovalNode[]
    readonly resubmitModes: readonly ResubmitMode[]
    /** Actions of which the node says whether they need a comment. */
    readonly comment: CommentRule
    /** Nodes that may come next, whose people are chosen with the approval. */
    readonly selections: readonly ApprovalNode[]
  }
}

export interface ChangedSince {
  readonly node: ApprovalNode
  readonly names: readonly string[]
}

export type CommentRule = {
  readonly [A in 'approve' | 'reject' | 'return' | 'transfer' | 'delegate' | 'addSign']?:
    'required' | 'optional'
}

export interface TimelineItem {
  readonly sequence: number
  readonly at: string
  readonly round: number
  readonly action: string
  readonly actor: { readonly id: string; readonly name: string; readonly kind: 'user' | 'service' }
  readonly onBehalfOf?: Person
  readonly task: { readonly taskNo: string; readonly node: ApprovalNode } | null
  /** Of a decision: the values it was made on that are others now. */
  readonly changedSince?: readonly string[]
  readonly comment: string | null
  readonly attachments: readonly TimelineAttachment[]
  readonly details: Readonly<Record<string, unknown>>
}

/** What is different since the reader put their name to it, or else since they last looked. */
export interface LastLook {
  readonly seen: {
    readonly at: string
    readonly round: number
    readonly action: 'start' | 'resubmit' | 'approve' | 'reject' | 'return' | null
  } | null
  readonly changes: readonly {
    readonly name: string
    readonly label: string | null
    readonly from: unknown
    readonly to: unknown
  }[]
  readonly attachments: readonly (Attachment & { readonly change: 'added' | 'removed' })[]
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
  /** Of a step at work. */
  readonly seats?: readonly Seat[]
  readonly mode: string | null
}

/** Whose a seat is, and with whom it is. */
export interface Seat {
  readonly people: readonly Person[]
  readonly status: TaskStatus
  readonly onBehalfOf?: Person
  readonly owner?: Person
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
  readonly onBehalfOf?: Person
}

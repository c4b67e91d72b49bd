import type { SeatRule } from './people/seat.ts'
import type { EngineTask, EngineState } from './state.ts'
import type { InstanceStatus } from '../instance.ts'
import type { TaskState } from '../task.ts'
import type { Variables, VariableValue } from '../variables.ts'

/** Who asks. `administrator`: holds `bpm:instance:admin`. */
export interface Actor {
  readonly userId: string
  readonly administrator?: boolean
}

/** People chosen for later nodes, by node id. */
export type Selections = Readonly<Record<string, readonly string[]>>

/** Values that are written beside a decision; null takes one away that need not be there. */
export type Written = Readonly<Record<string, VariableValue | null>>

/**
 * Everything that can happen to an approval. Plain JSON, so that the log of commands (with the
 * directory's answers) replays to the same state. Values were checked by `checkVariables` before.
 */
export type Command = StartCommand | TaskCommand | InstanceCommand | SignalCommand

export interface StartCommand {
  readonly kind: 'start'
  readonly actor: Actor
  /** Another approval starts it, and is told of its end. */
  readonly called?: true
  /** The start event that it begins at; the plain one when absent. */
  readonly at?: string
  readonly selections?: Selections
}

/** `task` is the task's key in this instance. */
export type TaskCommand = { readonly actor: Actor; readonly task: number } & (
  | { readonly kind: 'approve'; readonly selections?: Selections; readonly variables?: Written }
  | { readonly kind: 'reject'; readonly variables?: Written }
  | {
      readonly kind: 'return'
      /** `initiator`, `previous`, or node ids. */
      readonly to: 'initiator' | 'previous' | readonly string[]
      readonly resubmit?: 'rerun' | 'straightBack'
    }
  | {
      readonly kind: 'transfer'
      readonly to: string
      /** Whose part in it goes to the other one, the holder's without: of lent work it may be the owner's. */
      readonly from?: string
    }
  | { readonly kind: 'delegate'; readonly to: string }
  | { readonly kind: 'resolve' }
  | {
      readonly kind: 'addSign'
      readonly position: 'before' | 'after' | 'parallel'
      readonly users: readonly string[]
    }
  | { readonly kind: 'removeSign'; readonly users: readonly string[] }
  | {
      /** Of the actor's own decision. What the state has forgotten since comes along. */
      readonly kind: 'takeBack'
      /** All tasks of the node's run in which it was made. */
      readonly decided: readonly EngineTask[]
      /** Keys of those that were cancelled by the decision, and are asked again. */
      readonly reopened: readonly number[]
      /** Nodes where somebody has acted on what came up with the decision or after it. */
      readonly since: readonly string[]
      /** The same where the run of the node is known; in logs of before all are in `since`. */
      readonly acted?: readonly (readonly [node: string, run: number])[]
      /**
       * Events that have thrown a signal with the decision or after it, that have caught one, or that came by a condition.
       * Absent in logs of before one that nobody has heard kept nothing from being taken back.
       */
      readonly signals?: readonly string[]
      /** Nodes where it was counted, too. Absent in logs of before an approval counted elsewhere. */
      readonly carried?: readonly string[]
    }
  | { readonly kind: 'claim' }
  | { readonly kind: 'unclaim' }
)

export type InstanceCommand = { readonly actor: Actor } &
  /** `variables`: what the initiator sends along; must equal the instance's. */
  (
    | { readonly kind: 'resubmit'; readonly variables: Variables; readonly selections?: Selections }
    | { readonly kind: 'withdraw' }
    | { readonly kind: 'terminate' }
    | { readonly kind: 'suspend' }
    | { readonly kind: 'resume' }
    /** Moves the whole approval to nodes; to one of them in logs of before there could be several. */
    | { readonly kind: 'jump'; readonly to: string | readonly string[]; readonly force?: true }
    /** Looks again at a node where it is stuck. */
    | { readonly kind: 'retry'; readonly node: string; readonly reason: IncidentReason }
    /** By the owning service (actor: its client id). null removes a variable. */
    | { readonly kind: 'updateVariables'; readonly variables: Readonly<Record<string, unknown>> }
    /** What was attached is not shown any more. Without `seen` it is: somebody else has attached it, too. */
    | { readonly kind: 'removeAttachment'; readonly seen?: Seen }
  )

/** Who decided while something was shown that is not any more: what their votes were given on has changed. */
export interface Seen {
  /** Keys of tasks. */
  readonly tasks: readonly number[]
  /** Runs of nodes, by the ids of their activations. */
  readonly runs: readonly number[]
  /** Of votes that are kept without their tasks. */
  readonly users: readonly string[]
}

/** What comes from no person: a time, or a message of the owning application. */
export type SignalCommand = { readonly actor: Actor } & (
  | { readonly kind: 'fireTimer'; readonly timer: number }
  /** `error`: code of an error that the application answers with instead. */
  | { readonly kind: 'message'; readonly name: string; readonly error?: string }
  /** Thrown elsewhere in the tenant. `waits`: numbers of the subscriptions that were there as it was thrown. */
  | { readonly kind: 'signal'; readonly name: string; readonly waits: readonly number[] }
  /** A called approval has ended. `returned`: somebody sent the whole matter to the initiator. */
  | {
      readonly kind: 'callEnded'
      readonly call: number
      readonly result: 'approved' | 'rejected' | 'returned'
      /** Code of the error that it was rejected by, '' without one; absent where it was rejected otherwise. */
      readonly error?: string
      /** Of the called approval, at its end. */
      readonly variables: Variables
    }
  /** An escalation that nothing in a called approval has caught; '' without a code. */
  | { readonly kind: 'callEscalated'; readonly call: number; readonly code: string }
  /** What the calling approval passes on to those it has called. */
  | { readonly kind: 'caller'; readonly does: 'suspend' | 'resume' }
  | { readonly kind: 'caller'; readonly does: 'stop'; readonly why: CallStop }
)

/** Why a called approval is not wanted any more. */
export type CallStop = 'withdrawal' | 'termination' | 'rejection' | 'return' | 'jump' | 'decided'

/** A question to the directory of people; `key` names it. Same shape as iam's `resolve` takes. */
export interface DirectoryRequest {
  readonly key: string
  readonly kind: 'user' | 'role' | 'department' | 'post' | 'departmentLeader' | 'managerLine'
  readonly ref?: string
  readonly userId?: string
  readonly level?: number
  readonly from?: number
  readonly to?: number
  readonly direction?: 'bottomUp' | 'topDown'
}

/** Which version of a decision table is published: bpm knows it itself. */
export interface TableRequest {
  readonly key: string
  readonly kind: 'decision'
  /** Key of the table. */
  readonly ref: string
}

export type Question = DirectoryRequest | TableRequest

/**
 * Answers by the key of the question: user ids, active members of the tenant only, in order; of a table the id of the
 * version, or nothing.
 */
export type Directory = ReadonlyMap<string, readonly string[]>

export type Outcome = Applied | NeedsDirectory | Refused

export interface Applied {
  readonly kind: 'applied'
  readonly state: EngineState
  /** What happened, in order; write them in the transaction that stores `state`. */
  readonly effects: readonly Effect[]
  /** Keys of the directory that were read: with the command, all that a replay needs. */
  readonly used: readonly string[]
  /** What cannot go on by itself now, whether this command led to it or not. */
  readonly stuck: readonly Stuck[]
}

/** Ask the directory outside the transaction and apply again. Nothing has changed. */
export interface NeedsDirectory {
  readonly kind: 'needs'
  readonly requests: readonly Question[]
}

export interface Refused {
  readonly kind: 'refused'
  readonly reason: RefusalReason
  /** The node, variable, or user concerned. */
  readonly names: readonly string[]
  readonly detail: string
  /** For `task_not_open`: the state it is in. */
  readonly taskState?: TaskState
  /** For `separation_of_duties`: which rule. */
  readonly rule?: SeatRule
}

export type RefusalReason =
  | 'not_candidate'
  | 'task_unknown'
  | 'task_not_open'
  | 'task_not_claimable'
  | 'action_forbidden'
  | 'administrator_only'
  | 'initiator_only'
  | 'not_returned'
  | 'not_running'
  | 'owner_update_required'
  | 'variables_differ'
  | 'field_not_writable'
  | 'return_forbidden'
  | 'return_target_unknown'
  | 'return_targets_overlap'
  | 'resubmit_mode_forbidden'
  | 'user_unknown'
  | 'user_already_there'
  | 'nobody_to_remove'
  | 'node_unknown'
  | 'jump_refused'
  | 'still_stuck'
  | 'selection_required'
  | 'expression_failed'
  | 'no_path'
  | 'decision_unknown'
  | 'decision_ambiguous'
  | 'decision_gives_nothing'
  | 'too_many_people'
  | 'too_many_calls'
  | 'timer_unknown'
  | 'message_not_expected'
  | 'signal_not_expected'
  | 'error_not_caught'
  | 'call_unknown'
  | 'decided_since'
  | 'separation_of_duties'
  | 'called'
  | 'change_refused'
  | 'step_budget_exceeded'

/** A change to write. Order matters only within one task. */
export type Effect =
  | { readonly kind: 'taskCreated'; readonly task: EngineTask; readonly cause: TaskCause }
  | {
      readonly kind: 'taskChanged'
      readonly task: EngineTask
      readonly from: TaskState
      readonly cause: TaskCause
    }
  /** The node shows the approval to these people. */
  | { readonly kind: 'copied'; readonly node: string; readonly users: readonly string[] }
  | { readonly kind: 'nodeEntered'; readonly node: string }
  | { readonly kind: 'nodeLeft'; readonly node: string; readonly outcome: NodeOutcome }
  /** A decision table was asked; rows from 0, none: it is what holds otherwise, or nothing. */
  | {
      readonly kind: 'tableAsked'
      readonly node: string
      readonly decision: { readonly id: string; readonly key: string; readonly version: number }
      readonly rows: readonly number[]
    }
  /** Nobody decided at a user task: its policy let it pass. */
  | { readonly kind: 'nodePassed'; readonly node: string; readonly because: PassReason }
  | {
      readonly kind: 'statusChanged'
      readonly from: InstanceStatus
      readonly to: InstanceStatus
      readonly round: number
    }
  | { readonly kind: 'variablesChanged'; readonly names: readonly string[] }
  /** Those who hold these tasks are to be reminded; keys of tasks. */
  | { readonly kind: 'reminded'; readonly node: string; readonly tasks: readonly number[] }
  /** A signal that goes to all approvals of the tenant: what waits for it here has heard it. */
  | { readonly kind: 'signalThrown'; readonly node: string; readonly name: string }
  /** The owning application is asked to do something. */
  | { readonly kind: 'callbackRequested'; readonly node: string; readonly request: string }
  /** Another process is to be started as an approval of its own, with these values. */
  | {
      readonly kind: 'called'
      readonly call: number
      readonly node: string
      readonly variables: Variables
      /** Which of many, from 0. */
      readonly item?: number
    }
  /** A called approval that is under way has to stop. */
  | { readonly kind: 'callStopped'; readonly call: number; readonly node: string }
  /** This called approval has ended because the whole matter goes back to the initiator. */
  | { readonly kind: 'returnedToCaller' }
  /** An error or an escalation that nothing in this called approval has caught. */
  | {
      readonly kind: 'callerTold'
      /** What threw it here. */
      readonly node: string
      readonly on: 'error' | 'escalation'
      /** '' where it has none. */
      readonly code: string
    }
  /** A jump that would have been refused without force, and why. */
  | ({ readonly kind: 'jumpForced' } & JumpRisks)
  /** The approval cannot go on by itself from now on: an administrator must help. */
  | { readonly kind: 'incident'; readonly node: string; readonly reason: IncidentReason }

/** The policy that a node was passed by. */
export type PassReason = 'onInitiator' | 'onEmpty'
export type NodeOutcome = 'passed' | 'approved' | 'rejected' | 'returned' | 'cancelled'
export type IncidentReason = 'nobody_found' | 'nobody_to_escalate_to' | 'join_waits_forever'

/** Why a task came to be or changed. */
export type TaskCause =
  | 'node' // the node was reached, or its turn came
  | 'action' // the actor decided or handed over this very task
  | 'decided' // others of the node decided it
  | 'duplicate' // the same person approved before
  | 'return'
  | 'rejection'
  | 'withdrawal'
  | 'termination'
  | 'jump'
  | 'addSign'
  | 'removeSign'
  | 'takeBack'
  | 'change' // the owner has changed values that it was decided on
  | 'timer' // its time came first
  | 'event' // a message came first, or an error or an escalation was thrown
  | 'separation' // a rule keeps out who held it
  | 'retry' // people are looked for again

/** A node where an administrator must help. */
export interface Stuck {
  readonly node: string
  readonly reason: IncidentReason
}

/** What may come of a jump. */
export interface JumpRisks {
  /** Joins that may wait for ever for a branch that the jump left out. */
  readonly stranded: readonly string[]
  /** There is too much to look through: other joins may wait for ever. */
  readonly unproven: boolean
  /** It has ended, or may end, as approved although nobody decides after the jump. */
  readonly unvoted: boolean
}

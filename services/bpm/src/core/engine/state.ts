import type { InstanceStatus } from '../instance.ts'
import type { DecisionMode, DecisionRule } from '../definition/graph.ts'
import type { TaskState } from '../task.ts'
import type { Quorum } from './votes/quorum.ts'
import type { Variables } from '../variables.ts'

/**
 * What the engine knows of one approval. Plain JSON: it survives `JSON.parse(JSON.stringify(state))`
 * unchanged. Its size depends on the definition and the people at work, not on the history.
 *
 * How to store it: `status`, `round`, `initiator`, `variables` are columns of the instance; `tasks` are
 * rows of the tasks table; the rest, `execution`, is one jsonb column. `state.tasks` holds exactly
 * the tasks whose `activation` is in `execution.activations`, decided ones included, since their
 * votes count: load `where instance_id = … and activation = any(…)`, ordered by `key`.
 */
export interface EngineState {
  readonly status: InstanceStatus
  /** 1, and one more with each resubmission. */
  readonly round: number
  readonly initiator: string
  readonly variables: Variables
  readonly tasks: readonly EngineTask[]
  readonly execution: ExecutionState
}

/** Where the process stands: the part of the engine's state that is stored as one value. */
export interface ExecutionState {
  /** Last number given to a token, scope, activation, visit or task of this instance. */
  readonly counter: number
  readonly tokens: readonly Token[]
  readonly scopes: readonly Scope[]
  readonly activations: readonly Activation[]
  readonly visits: readonly Visit[]
  /** Results of user tasks in this round, `[node id, approved | rejected]`. */
  readonly outcomes: readonly (readonly [string, string])[]
  /** People chosen for a node by the initiator or a previous approver, `[node id, user ids]`. */
  readonly selections: readonly (readonly [string, readonly string[]])[]
  /** Set while RETURNED to the initiator. */
  readonly returned: ReturnedToInitiator | undefined
  /** Status before SUSPENDED. */
  readonly suspendedFrom: InstanceStatus | undefined
  /** Absent in states that were stored before there were timers. */
  readonly timers?: readonly Timer[] | undefined
  /** Signals of other approvals that are waited for. Absent when there are none. */
  readonly subscriptions?: readonly Subscription[] | undefined
  /** Approvals that this one has called and waits for. Absent when there are none. */
  readonly calls?: readonly Call[] | undefined
  /** Set when another approval called this one. */
  readonly called?: true | undefined
  /** The start event that it began at, where a time, a message or a signal started it: there it begins again. */
  readonly begun?: string | undefined
  /** Who has decided at nodes that others are kept apart from. Absent when there are none. */
  readonly deciders?: readonly Decider[] | undefined
  /** Runs of many at once, and those in them, that are over and that visits were in: a return goes on with them. */
  readonly over?: readonly Scope[] | undefined
  /** What has been done and can be undone, in order. Absent when there is nothing. */
  readonly done?: readonly Done[] | undefined
  /** Visits of paths that have ended, where some node says what a later change of values means. */
  readonly ended?: readonly number[] | undefined
  /** Event sub-processes of the approval itself whose conditions held when they were last looked at. */
  readonly held?: readonly string[] | undefined
  /** The same of the approval itself as {@link Token.came}. */
  readonly came?: readonly Came[] | undefined
  /** Ends with the result `rejected` that were reached, with the visits that led there. */
  readonly rejectedEnds?: readonly RejectedEnd[] | undefined
}

/** An activity that was done, in the sub-processes that it was done in, outermost first: their runs and nodes. */
export interface Done {
  readonly id: number
  readonly node: string
  readonly within: readonly (readonly [scope: number, node: string])[]
  /** The visits that led to it. */
  readonly past: readonly number[]
  /** Of a sub-process that is undone as a whole: what was done in its run, in order. */
  readonly run?: { readonly id: number; readonly done: readonly Done[] }
}

/** `[node id, user]`; `true` for a decision of a round before this one. */
export type Decider = readonly [node: string, user: string, earlier?: true]

/** A called approval that is under way: a token waits on the node for its end. */
export interface Call {
  readonly id: number
  readonly node: string
  readonly token: number
  /** Which of those of a node with multi-instance, from 0. */
  readonly item?: number
}

/**
 * A time that is waited for. It belongs to the work it was set for and goes with it. When it comes is
 * worked out by whoever stores it, since the engine reads no clock; then `fireTimer` is applied.
 */
export interface Timer {
  readonly id: number
  readonly purpose: 'catch' | 'boundary' | 'remind' | 'escalate' | 'timeout'
  /** The event, or the user task whose rule it is. */
  readonly node: string
  readonly owner: TimerOwner
  readonly when: TimerMoment
  /** How often it will still fire. 0: it has, and is kept so that it is not set again. */
  readonly left: number
}

/**
 * A signal of other approvals that is waited for, from the command in which that began until the wait is over. Its number
 * is of this wait alone: what waits at the same place anew has another one.
 */
export interface Subscription {
  readonly id: number
  /** What waits: a catch event, one on a border, or an event sub-process. */
  readonly event: string
  readonly owner: TimerOwner
  readonly name: string
}

/** The work a timer is set for: a token that waits, a run of a sub-process, or of a user task. */
export interface TimerOwner {
  readonly kind: 'token' | 'scope' | 'activation'
  readonly id: number
}

/** `in`: an ISO 8601 duration from when it was set; `at`: a date, or a date with time. */
export interface TimerMoment {
  readonly kind: 'in' | 'at'
  readonly text: string
  readonly working: boolean
}

/**
 * A token rests on a node (work is going on there) or on a flow (it waits for a join).
 * `past` lists the visits that led to it: what a return may go back to.
 */
export interface Token {
  readonly id: number
  readonly on: 'node' | 'flow'
  readonly place: string
  readonly scope: number
  readonly past: readonly number[]
  /** Work to put back when the node is done, instead of following its flows (straight back). */
  readonly parked?: Parked
  /** How far multi-instance is, of a call or of an activity that is repeated. */
  readonly loop?: Loop
  /** How often an activity that is repeated has been done on this visit; of many at once which one it is. */
  readonly turns?: number
  /** Events beside the work here whose conditions held when they were last looked at: they come when they hold again. */
  readonly held?: readonly string[]
  /** Of a complex gateway that has gone on: the flows of which it lets the rest come, once each. */
  readonly rest?: readonly string[]
  /** What has come of events here that wait for several: they go on when all have come. */
  readonly came?: readonly Came[]
}

/** One of several that an event waits for, as {@link import('./events/arrivals.ts')} names it. */
export type Came = readonly [event: string, what: string]

/** How far multi-instance is. What is neither here nor under way is still to be done. */
export interface Loop {
  readonly total: number
  /** What each is for; absent where they are only counted. */
  readonly items?: readonly string[]
  /** Those that have ended, by their place in the list. */
  readonly ended: readonly (readonly [number, 'approved' | 'rejected'])[]
}

/** One run of a sub-process; the process itself is scope 0 and not listed. */
export interface Scope {
  readonly id: number
  readonly node: string
  readonly parent: number
  /** The token that rests on the sub-process; it may be off the board while the scope is kept. */
  readonly token: Token
  /** Visits of tokens that already ended inside. */
  readonly past: readonly number[]
  /** Of multi-instance at once: the run that holds the instances, each on a token of its own. */
  readonly many?: Many
  /** Of one of many at once: what was decided in it, which the others do not see. */
  readonly outcomes?: readonly Outcome[]
}

export type Outcome = readonly [node: string, result: 'approved' | 'rejected']

/** Many instances at once. Those with a token in the run are under way, whatever an earlier end of theirs came to. */
export interface Many {
  readonly total: number
  /** What each is for; absent where they are only counted. */
  readonly items?: readonly string[]
  readonly ended: readonly InstanceEnd[]
}

/** What one of many came to. */
export interface InstanceEnd {
  readonly item: number
  /** The run that it was, of a sub-process. */
  readonly run?: number
  readonly result: Outcome[1]
  readonly outcomes: readonly Outcome[]
}

/** One visit of a token to a user task. */
export interface Activation {
  readonly id: number
  readonly node: string
  readonly token: number
  readonly visit: number
  /** As in the definition, until an add-sign turns `single` into `all`. */
  readonly mode: DecisionMode
  /** How those whom a decision table names decide here, where it says so. */
  readonly rule?: DecisionRule | undefined
  /** Votes kept from before a return straight back, or a decision that was taken back. */
  readonly kept: readonly KeptVote[]
  /** In mode `quorum`. */
  readonly quorum?: Quorum | undefined
  /** When its tasks are due, from when it was set up. */
  readonly due?: TimerMoment | undefined
}

export interface KeptVote {
  readonly user: string
  /** Whose seat it was, where they stood in. */
  readonly onBehalfOf?: string
  readonly weight: number
  /** Of a quorum: what the vote may count for. */
  readonly groups?: readonly number[]
  readonly vote: 'approved' | 'rejected'
  /** Its place among the seats; absent in states that were stored before it counted. */
  readonly order?: number
  /** Who added its seat beside others. */
  readonly addedBy?: string
}

/** A user task that people worked on: a place to return to. */
export interface Visit {
  readonly id: number
  readonly node: string
  /** Token, scopes and past as they were on entry. */
  readonly token: Token
  readonly within: readonly Scope[]
  /** In many at once, from the run that holds them inwards: numbers only, as many visits share what they have come to. */
  readonly inside?: readonly number[]
  /** Nobody had to decide: all had approved before. No place to return to. */
  readonly auto: boolean
  /** Those who approved here; for the policy on duplicates. */
  readonly approvers: readonly string[]
  /** The run of the node that was decided here; absent while it is asked. */
  readonly decidedIn?: number
  /** As its run had it, for whoever takes a decision back. */
  readonly rule?: DecisionRule | undefined
  readonly quorum?: Quorum | undefined
  /** Votes that its run had kept from runs before, for the same. Absent when there are none. */
  readonly kept?: readonly KeptVote[]
  /** Values that the owner has changed since people voted here, and that were not asked for again. */
  readonly changed?: readonly string[]
  /** Tokens of other branches that joins consumed together with descendants of this visit. */
  readonly restores: readonly Token[]
}

/** A piece of the board taken off by a return that will go straight back. */
export interface Parked {
  readonly tokens: readonly Token[]
  readonly scopes: readonly Scope[]
  readonly activations: readonly ParkedActivation[]
  /** Tokens set on sub-processes only to hold the work in between; they go when it is done. */
  readonly temporary: readonly number[]
  /** The visit whose node is visited again meanwhile; absent for a return to the initiator. */
  readonly target?: number
}

export interface ParkedActivation {
  readonly activation: Activation
  /** Undecided tasks, to be created again. */
  readonly tasks: readonly EngineTask[]
}

export interface ReturnedToInitiator {
  readonly by: string
  readonly node: string
  /** undefined: resubmission runs from the start. */
  readonly parked: Parked | undefined
  /** The owning application has updated the variables since. */
  readonly ownerUpdated: boolean
}

/** A task as the engine sees it. `key` is unique within the instance and never used again. */
export interface EngineTask {
  readonly key: number
  readonly activation: number
  readonly node: string
  readonly state: TaskState
  /** Who holds it. Absent for a task that `candidates` may claim. */
  readonly assignee: string | undefined
  readonly candidates: readonly string[]
  /** Who gets it back from the delegate. */
  readonly owner: string | undefined
  /** Whose seat it is, by the one who stands in for them. Absent where nobody stands in. */
  readonly onBehalf?: Readonly<Record<string, string>> | undefined
  readonly weight: number
  /** Position in its activation; tasks of equal order run together, except in mode sequential. */
  readonly order: number
  readonly part: 'seat' | 'before' | 'after'
  /** Task that a `before` or `after` was added to. */
  readonly parent: number | undefined
  /** Who added it by add-sign. */
  readonly addedBy: string | undefined
  readonly round: number
}

export interface RejectedEnd {
  readonly node: string
  readonly past: readonly number[]
  /** Runs of sub-processes around it. */
  readonly within: readonly number[]
}

import type { StartTimes } from '../start-times.ts'
import type { TaskActionName } from '../task.ts'
import type { Delay, TimingRules } from './delays.ts'
import type { Expression } from './expression.ts'
import type {
  CandidateRule,
  ChangeRule,
  CommentRule,
  DecisionRule,
  FieldAccess,
  PolicyRule,
  ReturnRule,
} from './task-rules.ts'

export type { Delay, TimingRules } from './delays.ts'
export type { Expression, ExpressionScope } from './expression.ts'
export type {
  CandidateRule,
  ChangeRule,
  CommentRule,
  DecisionMode,
  DecisionRule,
  FieldAccess,
  PolicyRule,
  ReturnRule,
} from './task-rules.ts'

/**
 * A process as the engine reads it: one immutable graph per published definition, compiled once and
 * cached by the caller under the definition's id. Ids come from the author of the XML and may be any
 * name (`__proto__` included), so they are keys of Maps, never of objects.
 */
export interface CompiledProcess {
  readonly id: string
  readonly name: string
  readonly nodes: ReadonlyMap<string, Node>
  readonly flows: ReadonlyMap<string, Flow>
  /** The start event of the process itself: the plain one, where there is one among others. */
  readonly start: string
  /** Size of the process: `nodes` and `flows` together. */
  readonly size: number
  /** Boundary events by the activity that they are attached to, in document order. */
  readonly boundaries: ReadonlyMap<string, readonly BoundaryNode[]>
  /** Event sub-processes by the sub-process that they are in; '': those of the process itself. */
  readonly handlers: ReadonlyMap<string, readonly HandlerNode[]>
  readonly separations: readonly Separation[]
  /** What undoes an activity, by the id of the activity. */
  readonly undoing: ReadonlyMap<string, string>
  /** Whether anything waits for values. */
  readonly watches: boolean
  /** Whether anything waits for signals of other approvals. */
  readonly hearsOthers: boolean
}

/** User tasks of which nobody decides at two: in one round, or also over all rounds. */
export interface Separation {
  readonly nodes: readonly string[]
  readonly rounds: 'each' | 'all'
}

export type Node =
  | StartNode
  | EndNode
  | UserTaskNode
  | CopyNode
  | CallbackNode
  | AutoNode
  | DecisionNode
  | GatewayNode
  | ComplexNode
  | SubProcessNode
  | CallNode
  | TimerNode
  | ReceiveNode
  | EventGatewayNode
  | PassNode
  | ThrowNode
  | UndoNode
  | BoundaryNode

interface NodeBase {
  readonly id: string
  readonly name: string
  /** Id of the sub-process that holds the node; undefined at the top. */
  readonly parent: string | undefined
  /** Flow ids in document order. */
  readonly incoming: readonly string[]
  readonly outgoing: readonly string[]
  readonly defaultFlow: string | undefined
  /** Of an activity that is done again before its token goes on. */
  readonly repeat?: Repetition | undefined
  /** Undoes an activity, and has no place in the flow. */
  readonly undoes?: true | undefined
  /** So many tokens have to come before an activity begins, over any of its flows; one where it is absent. */
  readonly startQuantity?: number | undefined
  /** So many tokens an activity sends along each flow that it leaves by; one where it is absent. */
  readonly completionQuantity?: number | undefined
}

export type Repetition =
  /** A standard loop: as long as a condition holds, and so often at most. */
  | {
      readonly kind: 'while'
      readonly condition: Expression | undefined
      /** Looked at before the first time, too. */
      readonly before: boolean
      readonly most: number | undefined
    }
  /** Multi-instance, one after the other. */
  | { readonly kind: 'times'; readonly loop: LoopRule }

export interface StartNode extends NodeBase {
  readonly kind: 'start'
  /** What an approval begins here by; absent where it is started without a word about it. */
  readonly startedBy?: StartedBy
}

export type StartedBy =
  | { readonly on: 'message'; readonly message: string }
  | { readonly on: 'time'; readonly times: StartTimes; readonly content: TimedContent }
  /** Of the tenant: what is thrown in an approval cannot be heard by one that is not there yet. */
  | { readonly on: 'signal'; readonly signal: string; readonly content: StartContent }

/** What a start by itself says in place of whoever else would. Expressions see the moment that it is for. */
export interface StartContent {
  /** A person, by id or user name. */
  readonly initiator: string
  readonly bizId: Expression | undefined
  readonly title: Expression | undefined
  readonly values: readonly VariableMapping[]
}

/** The same of a start by time. */
export interface TimedContent extends StartContent {
  /** What becomes of times that nothing was started at: the last of them counts, or each. */
  readonly missed: 'once' | 'each'
}

export interface EndNode extends NodeBase {
  readonly kind: 'end'
  readonly variant: 'none' | 'terminate' | 'error' | 'escalation' | 'signal' | 'cancel' | 'undo'
  readonly result: 'approved' | 'rejected'
  /**
   * What is thrown, of an error or an escalation, '' when it has no code; of a signal its name. Of `undo` the one
   * activity that is meant.
   */
  readonly code: string
  readonly reach?: Reach
  /** What is thrown before it ends: a message, and all of an end with several events; absent where there is nothing. */
  readonly before?: readonly Throwing[] | undefined
}

/** How far a signal is heard, and who is heard: within the approval where it is absent, else all of the tenant. */
export type Reach = 'tenant' | undefined

export interface UserTaskNode extends NodeBase {
  readonly kind: 'userTask'
  readonly candidates: readonly CandidateRule[]
  readonly decision: DecisionRule
  readonly policy: PolicyRule
  readonly returns: ReturnRule
  readonly change: ChangeRule
  /** Actions that the definition takes away from this task. */
  readonly forbidden: ReadonlySet<TaskActionName>
  readonly comment: CommentRule
  /** Access to variables while the task is open; a name that is not here is readable. */
  readonly fields: ReadonlyMap<string, FieldAccess>
  readonly timing: TimingRules
}

/** A service task that shows the approval to people without asking them (CC). */
export interface CopyNode extends NodeBase {
  readonly kind: 'copy'
  readonly candidates: readonly CandidateRule[]
}

/** A service task that asks the owning application to do something, and goes on: nothing is on its border. */
export interface CallbackNode extends NodeBase {
  readonly kind: 'callback'
  /** What is asked for, as the application knows it. */
  readonly request: string
}

/** A service task that decides by itself: `approved` passes on, `rejected` ends the approval. */
export interface AutoNode extends NodeBase {
  readonly kind: 'auto'
  readonly rules: readonly { readonly when: Expression; readonly result: 'approved' | 'rejected' }[]
  readonly otherwise: 'approved' | 'rejected'
}

/** A business rule task: writes what a decision table gives into the variables of the same names. */
export interface DecisionNode extends NodeBase {
  readonly kind: 'decision'
  /** Key of the table; the version that is published when the node is reached. */
  readonly ref: string
}

export interface GatewayNode extends NodeBase {
  readonly kind: 'exclusive' | 'inclusive' | 'parallel'
}

/** A gateway that goes on when its condition holds of what has come, then waits for the rest; it splits as an inclusive one. */
export interface ComplexNode extends NodeBase {
  readonly kind: 'complex'
  /** Over the count of its flows that have come; absent of one that one flow leads to. */
  readonly activation: Expression | undefined
  /** How many have to come, where the condition asks for nothing else. */
  readonly needed: number | undefined
}

export interface SubProcessNode extends NodeBase {
  readonly kind: 'subProcess'
  readonly start: string
  /** What was done in it is undone when it is cancelled. */
  readonly transaction: boolean
  /** What begins an event sub-process; absent of one that flows lead to. */
  readonly begins?: Beginning | undefined
  /** Of an ad-hoc one. */
  readonly adHoc?: AdHoc | undefined
  /** An event sub-process that undoes what it is in, once that is over. */
  readonly undoesAround?: true | undefined
}

/** All that nothing leads to is done once: at once, or one after the other as they are drawn. */
export interface AdHoc {
  readonly sequential: boolean
  /** Looked at each time that something has been done: no more is begun once it holds. */
  readonly until: Expression | undefined
  /** Whether what is under way then is taken away, or goes on to its end. */
  readonly cancels: boolean
}

export interface Beginning {
  readonly trigger: Trigger
  /** Ends all that goes on in the run that it is in; else it goes on beside. */
  readonly interrupting: boolean
}

/** An event sub-process: in each run of what it is in, it waits for its event. */
export type HandlerNode = SubProcessNode & { readonly begins: Beginning }

/** Runs another published process as an approval of its own, and waits for its end. */
export interface CallNode extends NodeBase {
  readonly kind: 'call'
  /** Key of the process; the version that is published when the node is reached. */
  readonly calledElement: string
  /** Hands over every variable that both business types declare alike. */
  readonly inheritVariables: boolean
  /** Values that the called approval starts with, over those of this one. */
  readonly inputs: readonly VariableMapping[]
  /** Values that come back, over those of the called one. */
  readonly outputs: readonly VariableMapping[]
  /** `end` ends this approval as REJECTED with the called one; `continue` leaves it to `outcomes`. */
  readonly onReject: 'end' | 'continue'
  /** Called many times for one visit; once when absent. */
  readonly loop: LoopRule | undefined
}

/** Multi-instance: for each of a list, or so many times. */
export interface LoopRule {
  /** One after the other, else all at once. */
  readonly sequential: boolean
  /** `count`: gives a number; `each`: gives a list of texts. */
  readonly over: { readonly kind: 'count' | 'each'; readonly value: Expression }
  /** What each of the texts is called in expressions. */
  readonly as: string | undefined
  /** Looked at after each end: the others are not needed any more. */
  readonly until: Expression | undefined
  /** Signals that are thrown as they end, in this order; absent where there are none. */
  readonly throws?: readonly ThrownAtEnd[] | undefined
}

/** A signal that is thrown as each of many ends, as the first does, or as one does while a condition holds. */
export interface ThrownAtEnd {
  readonly on: 'each' | 'first' | Expression
  readonly signal: string
  readonly reach?: Reach
}

/** A value that is computed on one side of a call and set on the other. */
export interface VariableMapping {
  readonly source: Expression
  readonly target: string
}

/** An intermediate catch event: waits for a time, and leads on each time that it comes. */
export interface TimerNode extends NodeBase {
  readonly kind: 'timer'
  readonly delay: Delay
}

/** Waits for the first of the events that its flows lead to; the others are not waited for any more. */
export interface EventGatewayNode extends NodeBase {
  readonly kind: 'events'
  /** Begins an approval: its messages become start events, and it is gone, before anything is compiled. */
  readonly instantiates?: true
}

/** Nothing is done here that the platform could do or know of: a manual or plain task, a none throw event. */
export interface PassNode extends NodeBase {
  readonly kind: 'pass'
}

/** Tells what is around it of an escalation, all that waits in the approval of a signal, or the application, and goes on. */
export interface ThrowNode extends NodeBase {
  readonly kind: 'throw'
  /** In the order in which they are drawn. */
  readonly throws: readonly Throwing[]
}

/**
 * One event that is thrown. Its code: of a signal its name, of a message what the owning application is asked for, of
 * `undo` the one activity that is meant.
 */
export interface Throwing {
  readonly thrown: 'escalation' | 'signal' | 'message' | 'undo'
  readonly code: string
  readonly reach?: Reach
}

/** Has what was done undone, by compensation, and goes on. */
export interface UndoNode extends NodeBase {
  readonly kind: 'undo'
  /** The one activity that is meant; '': all that was done in its run. */
  readonly activity: string
}

/** A receive task or a catch event: waits until the owning application sends the message, a signal is thrown, or values are so. */
export interface ReceiveNode extends NodeBase {
  readonly kind: 'receive'
  readonly hears: Heard | Watched | Several
  /** Of a callback with an event on its border: what is asked for as it is come to, by the name of which it is answered. */
  readonly asks?: string
}

/**
 * What is sent by name: by the owning application to one approval, or by an event to all that waits in its own, of the
 * tenant too where the signal says so.
 */
export interface Heard {
  readonly on: 'message' | 'signal'
  readonly message: string
  readonly reach?: Reach
}

/** Comes when the values of the approval fulfil it. */
export interface Watched {
  readonly on: 'condition'
  readonly condition: Expression
}

/** An event on the border of an activity; its flows lead on when the event comes first. */
export interface BoundaryNode extends NodeBase {
  readonly kind: 'boundary'
  readonly attachedTo: string
  /** Ends the activity; else the activity goes on beside. */
  readonly interrupting: boolean
  readonly trigger: Trigger
}

/** What an event on a border, or of an event sub-process, is; the same of a catch event, as far as it can be. */
export type Trigger = Single | Several

/** Several events of which any comes, or all have come: each remains, once it has come, until the last. */
export interface Several {
  readonly on: 'several'
  readonly all: boolean
  readonly of: readonly Single[]
}

/** A time, what is sent, values, or what is thrown inside. */
export type Single =
  | { readonly on: 'time'; readonly delay: Delay }
  | Heard
  | Watched
  /** Without a code it catches any. */
  | { readonly on: 'error' | 'escalation'; readonly code: string | undefined }
  /** Of a transaction. */
  | { readonly on: 'cancel' }

export interface Flow {
  readonly id: string
  readonly name: string
  readonly source: string
  readonly target: string
  readonly condition: Expression | undefined
}

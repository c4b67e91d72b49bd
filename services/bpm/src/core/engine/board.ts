import type { CompiledProcess, Flow, Node, UserTaskNode } from '../definition/graph.ts'
import { isGathering } from '../definition/elements/quantities.ts'
import type { PublishedTable } from '../decision/table.ts'
import type { InstanceStatus } from '../instance.ts'
import type { VariableValue } from '../variables.ts'
import type { Directory, Effect, Question, RefusalReason } from './command.ts'
import type { SeatRule } from './people/seat.ts'
import { createTaskTable, type TaskTable } from './task-table.ts'
import type {
  Activation,
  Call,
  Came,
  Decider,
  Done,
  EngineState,
  Parked,
  RejectedEnd,
  ReturnedToInitiator,
  Scope,
  Subscription,
  Timer,
  Token,
  Visit,
} from './state.ts'

/**
 * The state while one command is worked on: the same things in Maps that change. Nothing of it
 * leaves `apply`, which opens the board from the state and closes it into a new one.
 */
export interface Board {
  readonly process: CompiledProcess
  readonly directory: Directory
  /** Published decision tables by id. */
  readonly tables: ReadonlyMap<string, PublishedTable>
  readonly administratorsRole: string
  /** As whom the actor could have chosen people for the next nodes along with this command. */
  readonly choosesAs: ReadonlySet<'initiatorSelects' | 'previousApproverSelects'>
  readonly initiator: string
  status: InstanceStatus
  round: number
  counter: number
  returned: ReturnedToInitiator | undefined
  suspendedFrom: InstanceStatus | undefined
  readonly variables: Map<string, VariableValue>
  readonly tokens: Map<number, Token>
  readonly scopes: Map<number, Scope>
  readonly activations: Map<number, Activation>
  readonly tasks: TaskTable
  readonly visits: Map<number, Visit>
  /** Runs of many at once, and those in them, as they were when they ended. */
  readonly over: Map<number, Scope>
  readonly outcomes: Map<string, string>
  readonly selections: Map<string, readonly string[]>
  readonly timers: Map<number, Timer>
  readonly subscriptions: Map<number, Subscription>
  readonly calls: Map<number, Call>
  readonly deciders: Decider[]
  readonly done: Map<number, Done>
  /** Visits of paths that have ended at the top. */
  ended: readonly number[]
  /** What makes the approval rejected when it ends, and what led there: a return may undo it. */
  rejectedEnds: readonly RejectedEnd[]
  called: boolean
  /** The start event that it began at; undefined for that of the process. */
  begun: string | undefined
  /** Event sub-processes of the approval itself whose conditions held when they were last looked at. */
  held: readonly string[]
  /** What has come of event sub-processes of the approval itself that wait for several. */
  came: readonly Came[]
  readonly watch: Watch
  /** What is still to do within the command, first in first out; see `runToRest`. */
  readonly moving: { readonly what: 'arrive' | 'leave'; readonly token: Token }[]
  readonly effects: Effect[]
  readonly missing: Map<string, Question>
  readonly used: Set<string>
  steps: number
  /** What expressions have had to do within the command. */
  work: number
}

/** What conditional events have seen within the command. */
interface Watch {
  /** The values, and outcomes of the approval, that were looked at last. */
  variables: ReadonlyMap<string, VariableValue>
  outcomes: ReadonlyMap<string, string>
  /** How often they were others. */
  changes: number
  /** What the work that was there then could see, by its key: `changes`, and the outcomes of the runs around it. */
  seen: ReadonlyMap<string, readonly unknown[]>
  /** How many conditions have been evaluated. */
  looks: number
  /** What has begun beside its work. */
  readonly begun: Set<string>
}

/** Thrown inside the engine to leave a command; `apply` turns it into an outcome. */
export class Refusal extends Error {
  readonly reason: RefusalReason
  readonly names: readonly string[]
  /** The rule that a seat was refused by. */
  readonly rule: SeatRule | undefined

  constructor(
    reason: RefusalReason,
    detail: string,
    names: readonly string[] = [],
    rule?: SeatRule,
  ) {
    super(detail)
    this.reason = reason
    this.names = names
    this.rule = rule
  }
}

/** The process does not contain what the state speaks of: the caller mixed up definitions. */
export class StateCorrupt extends Error {}

interface Given {
  readonly process: CompiledProcess
  readonly directory: Directory
  readonly tables?: Board['tables'] | undefined
  readonly administratorsRole: string
  readonly choosesAs: Board['choosesAs']
}

export function openBoard(state: EngineState, given: Given): Board {
  const { execution } = state
  return {
    ...given,
    tables: given.tables ?? new Map(),
    initiator: state.initiator,
    status: state.status,
    round: state.round,
    counter: execution.counter,
    returned: execution.returned,
    suspendedFrom: execution.suspendedFrom,
    variables: new Map(Object.entries(state.variables)),
    tokens: byId(execution.tokens),
    scopes: byId(execution.scopes),
    activations: byId(execution.activations),
    tasks: createTaskTable(state.tasks),
    visits: byId(execution.visits),
    over: byId(execution.over ?? []),
    outcomes: new Map(execution.outcomes),
    selections: new Map(execution.selections),
    timers: byId(execution.timers ?? []),
    subscriptions: byId(execution.subscriptions ?? []),
    calls: byId(execution.calls ?? []),
    deciders: [...(execution.deciders ?? [])],
    done: byId(execution.done ?? []),
    ended: execution.ended ?? [],
    rejectedEnds: execution.rejectedEnds ?? rejectedEndsIn(given.process, execution.outcomes),
    called: execution.called === true,
    begun: execution.begun,
    held: execution.held ?? [],
    came: execution.came ?? [],
    watch: {
      variables: new Map(),
      outcomes: new Map(),
      changes: 0,
      seen: new Map(),
      looks: 0,
      begun: new Set(),
    },
    moving: [],
    effects: [],
    missing: new Map(),
    used: new Set(),
    steps: 0,
    work: 0,
  }
}

/** Of an execution that was written before they were kept: what led there is not known, so nothing undoes them. */
const rejectedEndsIn = (
  { nodes }: CompiledProcess,
  outcomes: EngineState['execution']['outcomes'],
): readonly RejectedEnd[] =>
  outcomes
    .filter(([id, result]) => result === 'rejected' && nodes.get(id)?.kind === 'end')
    .map(([node]) => ({ node, past: [], within: [] }))

export function closeBoard(board: Board): EngineState {
  keepReachableVisits(board)
  const over = overKept(board)
  const ended = board.ended.filter((id) => board.visits.has(id))
  const activations = [...board.activations.values()]
  return {
    status: board.status,
    round: board.round,
    initiator: board.initiator,
    variables: Object.fromEntries(board.variables),
    tasks: [...board.tasks.values()].filter((task) => board.activations.has(task.activation)),
    execution: {
      counter: board.counter,
      tokens: [...board.tokens.values()],
      scopes: [...board.scopes.values()],
      activations,
      visits: [...board.visits.values()],
      outcomes: [...board.outcomes],
      selections: [...board.selections],
      returned: board.returned,
      suspendedFrom: board.suspendedFrom,
      timers: [...board.timers.values()],
      ...(board.subscriptions.size === 0
        ? {}
        : { subscriptions: [...board.subscriptions.values()] }),
      ...(board.calls.size === 0 ? {} : { calls: [...board.calls.values()] }),
      ...(board.called ? { called: true as const } : {}),
      ...(board.begun === undefined ? {} : { begun: board.begun }),
      ...(board.deciders.length === 0 ? {} : { deciders: board.deciders }),
      ...(over.length === 0 ? {} : { over }),
      ...(board.done.size === 0 ? {} : { done: [...board.done.values()] }),
      ...(ended.length === 0 ? {} : { ended }),
      ...(board.held.length === 0 ? {} : { held: board.held }),
      ...(board.came.length === 0 ? {} : { came: board.came }),
      ...(board.rejectedEnds.length === 0 ? {} : { rejectedEnds: board.rejectedEnds }),
    },
  }
}

export function nextNumber(board: Board): number {
  board.counter += 1
  return board.counter
}

export function nodeOf(board: Board, id: string): Node {
  const node = board.process.nodes.get(id)
  if (node === undefined) throw new StateCorrupt(`the process has no element ${id}`)
  return node
}

export function userTaskOf(board: Board, activation: Activation): UserTaskNode {
  const node = nodeOf(board, activation.node)
  if (node.kind === 'userTask') return node
  throw new StateCorrupt(`${activation.node} is no user task`)
}

export function flowOf(board: Board, id: string): Flow {
  const flow = board.process.flows.get(id)
  if (flow === undefined) throw new StateCorrupt(`the process has no flow ${id}`)
  return flow
}

/** Where the approval begins: one that has been moved to a process without its start event, at that of the process. */
export function startOf({ process, begun }: Board): string {
  const node = begun === undefined ? undefined : process.nodes.get(begun)
  return node?.kind === 'start' && node.parent === undefined ? node.id : process.start
}

/** Sets a token down on a node, to be looked at as if it had just arrived. */
export function sendTo(board: Board, token: Omit<Token, 'on' | 'place'>, node: string): void {
  const placed: Token = { ...token, on: 'node', place: node }
  board.tokens.set(placed.id, placed)
  board.moving.push({ what: 'arrive', token: placed })
}

/** Lets a token go on from the node that it rests on. */
export function letGo(board: Board, token: Token): void {
  board.tokens.set(token.id, token)
  board.moving.push({ what: 'leave', token })
}

const joining: ReadonlySet<Node['kind']> = new Set(['parallel', 'inclusive', 'complex'])

/** Whether tokens wait in front of it until others have come. */
export function isJoin(node: Node): boolean {
  return isGathering(node) || (joining.has(node.kind) && node.incoming.length > 1)
}

export function union(lists: readonly (readonly number[])[]): number[] {
  return [...new Set(lists.flat())].toSorted((a, b) => a - b)
}

/** Keeps only the visits that something on the board or off it came from: the rest is history. */
function keepReachableVisits(board: Board): void {
  const wanted = findWanted(board)
  for (const one of board.done.values()) board.done.set(one.id, keepPast(one, board.visits))
  const dropped = new Map<number, Visit>()
  for (const visit of board.visits.values()) {
    if (wanted.has(visit.id)) continue
    dropped.set(visit.id, visit)
    board.visits.delete(visit.id)
  }
  // What came before a visit that is dropped stays known: a return finds all that came of its target.
  const known = <T extends { readonly past: readonly number[] }>(one: T): T => {
    // Of most nothing is dropped, and of a long approval there are many.
    if (one.past.every((id) => board.visits.has(id))) return one
    const past = new Set(one.past)
    for (const id of past)
      for (const earlier of dropped.get(id)?.token.past ?? []) past.add(earlier)
    return { ...one, past: [...past].filter((id) => board.visits.has(id)) }
  }
  const knownRun = (run: Scope): Scope => ({ ...known(run), token: known(run.token) })
  for (const visit of board.visits.values()) {
    const token = known(visit.token)
    const within = visit.within.map(knownRun)
    const restores = visit.restores.map(known)
    board.visits.set(visit.id, { ...visit, token, within, restores })
  }
  for (const run of board.over.values()) board.over.set(run.id, knownRun(run))
}

function findWanted(board: Board): ReadonlySet<number> {
  const wanted = new Set<number>()
  const wantToken = (token: Token): void => {
    for (const id of token.past) wanted.add(id)
    if (token.parked !== undefined) wantParked(token.parked)
  }
  const wantScope = ({ token, past }: Scope): void => {
    wantToken(token)
    for (const id of past) wanted.add(id)
  }
  const wantParked = (parked: Parked): void => {
    parked.tokens.forEach(wantToken)
    parked.scopes.forEach(wantScope)
  }
  for (const token of board.tokens.values()) wantToken(token)
  for (const scope of board.scopes.values()) wantScope(scope)
  if (board.returned?.parked !== undefined) wantParked(board.returned.parked)
  for (const id of board.ended) wanted.add(id)
  for (const id of board.rejectedEnds.flatMap(({ past }) => past)) wanted.add(id)
  const wantDone = ({ past, run }: Done): void => {
    for (const id of past) wanted.add(id)
    run?.done.forEach(wantDone)
  }
  board.done.forEach(wantDone)
  // One step further back: what a token would have behind it once it has been returned.
  for (const visit of [...wanted].flatMap((id) => board.visits.get(id) ?? [])) {
    wantToken(visit.token)
    const inside = (visit.inside ?? []).flatMap((id) => board.over.get(id) ?? [])
    for (const run of [...visit.within, ...inside]) wantScope(run)
  }
  return wanted
}

/** Runs that are over, and that a visit that is kept was in. */
function overKept({ visits, scopes, over }: Board): readonly Scope[] {
  const inside = new Set([...visits.values()].flatMap((visit) => visit.inside ?? []))
  return [...over.values()].filter(({ id }) => inside.has(id) && !scopes.has(id))
}

/** What was done, with those of the visits before it that there still are. */
export function keepPast(done: Done, visits: Pick<ReadonlySet<number>, 'has'>): Done {
  const { run } = done
  const past = done.past.filter((id) => visits.has(id))
  if (run === undefined) return { ...done, past }
  return { ...done, past, run: { ...run, done: run.done.map((one) => keepPast(one, visits)) } }
}

function byId<T extends { readonly id: number }>(items: readonly T[]): Map<number, T> {
  return new Map(items.map((item) => [item.id, item]))
}

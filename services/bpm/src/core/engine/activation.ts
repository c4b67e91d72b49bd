import type { DecisionMode, DecisionRule, UserTaskNode } from '../definition/graph.ts'
import type { TaskState } from '../task.ts'
import { admit } from './people/admission.ts'
import { letGo, nextNumber, StateCorrupt, userTaskOf, type Board } from './board.ts'
import { tellCaller } from './calls/calls.ts'
import type { TaskCause } from './command.ts'
import { throwAt } from './events/crossing.ts'
import { askTable, cellOf, noteRuling, ruleOf } from './decisions.ts'
import { endInstance } from './ending.ts'
import { noteOutcome } from './many/outcomes.ts'
import { unpark } from './returns/parking.ts'
import type { Candidate } from './people/people.ts'
import type { Quorum } from './votes/quorum.ts'
import { sharedSeat, skipSeat, standing, takeSeat, type Seat, type Sitting } from './people/seat.ts'
import { runsToKeep } from './scopes.ts'
import { noteDecision } from './people/separations.ts'
import { must, placeEach, placeShared, sittingFor } from './people/sitting.ts'
import type { Activation, EngineTask, TimerMoment, Token, Visit } from './state.ts'
import { cancelLive, changeTask, createTask, tasksOf, type NewTask } from './tasks.ts'
import { momentOf } from './events/timers.ts'
import { addedTo, ballotsOf, tally, voteOf, type Vote } from './votes/voting.ts'

/** A token has come to a user task: finds the people and gives them tasks, or passes on. */
export function enterUserTask(board: Board, token: Token, node: UserTaskNode): void {
  const sitting = sittingFor(board, node, token)
  const admission = admit(board, node, sitting, token)
  switch (admission.kind) {
    case 'asked':
      // The outcome will be `needs`; going on elsewhere collects further questions for the same call.
      return undefined
    case 'pass':
      noteOutcome(board, token, node.id, 'approved')
      board.effects.push({ kind: 'nodePassed', node: node.id, because: admission.because })
      board.effects.push({ kind: 'nodeLeft', node: node.id, outcome: 'passed' })
      return goOn(board, token)
    case 'reject':
      return reject(board, token, node)
    case 'work': {
      board.effects.push({ kind: 'nodeEntered', node: node.id })
      const ruling = admission.standIn ? undefined : admission.ruling
      if (ruling !== undefined) noteRuling(board, node.id, ruling)
      const rule = ruling && ruleOf(ruling, node.decision)
      const mode = admission.standIn ? 'single' : (rule ?? node.decision).mode
      const { people } = admission
      const activation = open(board, token, node, { mode, rule, people, sitting })
      return settle(board, activation.id)
    }
  }
}

interface Asked {
  readonly mode: DecisionMode
  /** How a decision table has them decide. */
  readonly rule: DecisionRule | undefined
  readonly people: readonly Candidate[]
  readonly sitting: Sitting
}

function open(board: Board, token: Token, node: UserTaskNode, asked: Asked): Activation {
  const { mode, rule, people, sitting } = asked
  const repeated = people.filter(({ user }) => sitting.earlier.has(user))
  const auto =
    mode === 'single' ? repeated.length > 0 : repeated.length === people.length && people.length > 0
  const quorum = mode === 'quorum' ? quorumOf(node, people) : undefined
  const activation = beginVisit(board, token, node, { mode, rule, auto, kept: [], quorum })
  if (mode === 'single') openPool(board, activation, asked, repeated[0]?.user)
  else openSeats(board, activation, asked)
  return activation
}

const quorumOf = ({ candidates }: UserTaskNode, people: readonly Candidate[]): Quorum => ({
  atLeast: candidates.map(({ atLeast = 0 }) => atLeast),
  groups: people.map(({ groups = [] }) => groups),
})

/** Notes that a token visits a node, and sets up the work there; the tasks are the caller's. */
export function beginVisit(
  board: Board,
  token: Token,
  node: UserTaskNode,
  given: Pick<Activation, 'mode' | 'rule' | 'kept' | 'quorum'> & Pick<Visit, 'auto' | 'changed'>,
): Activation {
  const visit: Visit = {
    id: nextNumber(board),
    node: node.id,
    token,
    ...runsToKeep(board, token.scope),
    auto: given.auto,
    approvers: [],
    restores: [],
    ...(given.changed === undefined ? {} : { changed: given.changed }),
  }
  board.visits.set(visit.id, visit)
  const older = token.past.filter((id) => board.visits.get(id)?.node !== node.id)
  board.tokens.set(token.id, { ...token, past: [...older, visit.id] })
  const due = dueAt(board, node, token)
  const activation: Activation = {
    id: nextNumber(board),
    node: node.id,
    token: token.id,
    visit: visit.id,
    mode: given.mode,
    ...(given.rule === undefined ? {} : { rule: given.rule }),
    kept: given.kept,
    ...(given.quorum === undefined ? {} : { quorum: given.quorum }),
    ...(due === undefined ? {} : { due }),
  }
  board.activations.set(activation.id, activation)
  return activation
}

/** What the node says itself, what the table says that it names for it, or the one that names its people. */
function dueAt(
  board: Board,
  { id, candidates, timing: { due, dueBy } }: UserTaskNode,
  token: Token,
): TimerMoment | undefined {
  if (due !== undefined) return momentOf(board, due, id, token)
  const names = candidates.find(({ kind }) => kind === 'decision')
  const ref = dueBy?.ref ?? (names?.kind === 'decision' ? names.ref : undefined)
  const asked = ref === undefined ? undefined : askTable(board, id, ref)
  const text = asked === undefined ? null : cellOf(asked, 'due')
  if (asked === undefined || typeof text !== 'string') return undefined
  if (dueBy !== undefined) noteRuling(board, id, asked)
  return { kind: 'in', text, working: dueBy?.working ?? true }
}

function openPool(
  board: Board,
  activation: Activation,
  { people, sitting }: Asked,
  repeated: string | undefined,
): void {
  const [only] = people.length === 1 ? people : []
  const task = { ...blank(activation, 0), weight: only?.weight ?? 1 }
  if (repeated === undefined) {
    createTask(board, task, sharedSeat(sitting, placeShared(board, sitting, people)), 'node')
    return
  }
  const others = people.length > 1 ? people.map(({ user }) => user) : []
  createSkipped(board, task, skipSeat(sitting, repeated, others))
}

function openSeats(board: Board, activation: Activation, { people, sitting }: Asked): void {
  const first = people.findIndex(({ user }) => !sitting.earlier.has(user))
  placeEach(board, sitting, people).forEach((person, order) => {
    const turn: TaskState = activation.mode !== 'sequential' || order === first ? 'OPEN' : 'WAITING'
    const task = { ...blank(activation, order), state: turn, weight: person.weight }
    if (sitting.earlier.has(person.user)) {
      createSkipped(board, task, skipSeat(sitting, person.user, []))
    } else {
      createTask(board, task, must(takeSeat(sitting, person), person.user), 'node')
    }
  })
}

/** Counts as approved, as if its person had decided here, too. */
function createSkipped(board: Board, task: NewTask, seat: Seat): void {
  noteDecision(board, createTask(board, { ...task, state: 'SKIPPED' }, seat, 'duplicate'))
}

function blank(activation: Activation, order: number): NewTask {
  return {
    activation: activation.id,
    node: activation.node,
    state: 'OPEN',
    weight: 1,
    order,
    part: 'seat',
    parent: undefined,
    addedBy: undefined,
  }
}

/** Looks at the votes of a node again: ends it when they decide, else wakes whose turn it is. */
export function settle(board: Board, id: number): void {
  const activation = board.activations.get(id)
  if (activation === undefined) return
  const node = userTaskOf(board, activation)
  const { mode, quorum, rule = node.decision } = activation
  const ballots = ballotsOf(tasksOf(board, id), activation)
  const verdict = tally(rule, mode, ballots, quorum?.atLeast)
  if (verdict === undefined) return wake(board, activation)
  decide(board, activation, verdict)
}

/** Ends a node with a verdict, whoever has not decided yet. */
export function decide(board: Board, activation: Activation, verdict: Vote, why?: TaskCause): void {
  const { id } = activation
  const node = userTaskOf(board, activation)
  if (verdict === 'rejected' && node.decision.onReject === 'end') {
    cancelLive(board, id, why ?? 'rejection')
    board.effects.push({ kind: 'nodeLeft', node: node.id, outcome: 'rejected' })
    board.activations.delete(id)
    return endInstance(board, 'REJECTED', why ?? 'rejection')
  }
  cancelLive(board, id, why ?? 'decided')
  const token = conclude(board, activation, verdict)
  if (verdict === 'rejected' && node.decision.onReject === 'throw') {
    return throwRejection(board, token, node, why)
  }
  goOn(board, token)
}

/** @returns the token, which is still on the node. */
function conclude(board: Board, activation: Activation, verdict: Vote): Token {
  const visit = board.visits.get(activation.visit)
  const token = board.tokens.get(activation.token)
  if (visit === undefined || token === undefined) {
    throw new StateCorrupt(`the work at ${activation.node} has lost its token`)
  }
  const approvers = [
    ...tasksOf(board, activation.id)
      .filter(({ state }) => state === 'APPROVED' || state === 'SKIPPED')
      .flatMap((task) => actingFor(task)),
    ...activation.kept.flatMap(({ vote, user, onBehalfOf }) =>
      vote === 'approved' ? [user, onBehalfOf ?? user] : [],
    ),
  ]
  const { id: decidedIn, rule, quorum, kept } = activation
  const asked = {
    ...(rule === undefined ? {} : { rule }),
    ...(quorum === undefined ? {} : { quorum }),
    ...(kept.length === 0 ? {} : { kept }),
  }
  board.visits.set(visit.id, { ...visit, approvers: [...new Set(approvers)], decidedIn, ...asked })
  noteOutcome(board, token, activation.node, verdict)
  board.effects.push({ kind: 'nodeLeft', node: activation.node, outcome: verdict })
  board.activations.delete(activation.id)
  return token
}

/** An error that nothing catches ends the approval, as one that is drawn as an end does. */
function throwRejection(
  board: Board,
  token: Token,
  { id, decision }: UserTaskNode,
  why: TaskCause = 'rejection',
): void {
  const thrown = { on: 'error', code: decision.error ?? '' } as const
  // The way straight back would be lost over a border: no return sets one up, a migration may find one.
  const became = token.parked === undefined ? throwAt(board, token, thrown) : 'uncaught'
  if (became !== 'uncaught') return
  tellCaller(board, id, thrown)
  endInstance(board, 'REJECTED', why)
}

/** Who decided, and in whose place: neither is asked again where the policy says so. */
function actingFor({ assignee, onBehalf }: EngineTask): string[] {
  if (assignee === undefined) return []
  return [assignee, standing({ onBehalf }, assignee).onBehalfOf ?? assignee]
}

function reject(board: Board, token: Token, node: UserTaskNode): void {
  board.effects.push({ kind: 'nodeLeft', node: node.id, outcome: 'rejected' })
  const { onReject } = node.decision
  if (onReject === 'end') return endInstance(board, 'REJECTED', 'rejection')
  noteOutcome(board, token, node.id, 'rejected')
  return onReject === 'throw' ? throwRejection(board, token, node) : goOn(board, token)
}

function goOn(board: Board, token: Token): void {
  if (token.parked === undefined) letGo(board, token)
  else unpark(board, token, token.parked)
}

/** Opens tasks that waited for others: after those before them, after their parent, or in turn. */
function wake(board: Board, activation: Activation): void {
  for (const task of tasksOf(board, activation.id)) {
    if (task.state !== 'WAITING') continue
    const tasks = tasksOf(board, activation.id)
    const before = addedTo(task, tasks).filter(({ part }) => part === 'before')
    if (before.some((child) => voteOf(child, tasks) === 'rejected')) {
      changeTask(board, task, { state: 'CANCELLED' }, 'addSign')
    } else if (isReady(task, before, tasks)) {
      changeTask(board, task, { state: 'OPEN' }, 'addSign')
    }
  }
  if (activation.mode === 'sequential') wakeNext(board, activation)
}

function isReady(
  task: EngineTask,
  before: readonly EngineTask[],
  tasks: readonly EngineTask[],
): boolean {
  if (before.length > 0) {
    return before.every(
      (child) => child.state === 'CANCELLED' || voteOf(child, tasks) === 'approved',
    )
  }
  if (task.part !== 'after') return false
  const parent = tasks.find(({ key }) => key === task.parent)
  return parent?.state === 'APPROVED'
}

function wakeNext(board: Board, activation: Activation): void {
  const tasks = tasksOf(board, activation.id)
  const seats = tasks
    .filter((task) => task.part === 'seat' && !['TRANSFERRED', 'CANCELLED'].includes(task.state))
    .filter((task) => voteOf(task, tasks) === undefined)
    .toSorted((a, b) => a.order - b.order || a.key - b.key)
  const next = seats[0]
  // The first one undecided may itself be waiting for somebody it added.
  const isAsking = next !== undefined && addedTo(next, tasks).some(({ part }) => part === 'before')
  if (next?.state !== 'WAITING' || isAsking) return
  changeTask(board, next, { state: 'OPEN' }, 'node')
}

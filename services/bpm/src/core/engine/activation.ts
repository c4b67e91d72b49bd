import type { DecisionMode, UserTaskNode } from '../definition/graph.ts'
import type { TaskState } from '../task.ts'
import { admit } from './admission.ts'
import { letGo, nextNumber, nodeOf, StateCorrupt, type Board } from './board.ts'
import type { TaskCause } from './command.ts'
import { endInstance } from './ending.ts'
import { scopesAround, unpark } from './parking.ts'
import type { Candidate } from './people.ts'
import type { Activation, EngineTask, KeptVote, Token, Visit } from './state.ts'
import { cancelLive, changeTask, createTask, tasksOf } from './tasks.ts'
import { momentOf } from './timers.ts'
import { latestVisits } from './visits.ts'
import { addedTo, ballotsOf, tally, voteOf, type Vote } from './voting.ts'

/** A token has come to a user task: finds the people and gives them tasks, or passes on. */
export function enterUserTask(board: Board, token: Token, node: UserTaskNode): void {
  const admission = admit(board, node)
  switch (admission.kind) {
    case 'asked':
      // The outcome will be `needs`; going on elsewhere collects further questions for the same call.
      return undefined
    case 'pass':
      board.outcomes.set(node.id, 'approved')
      board.effects.push({ kind: 'nodeLeft', node: node.id, outcome: 'passed' })
      return goOn(board, token)
    case 'reject':
      return reject(board, token, node)
    case 'work': {
      board.effects.push({ kind: 'nodeEntered', node: node.id })
      const mode = admission.standIn ? 'single' : node.decision.mode
      const activation = open(board, token, node, mode, admission.people)
      if (admission.people.length === 0) {
        board.effects.push({ kind: 'incident', node: node.id, reason: 'nobody_found' })
      }
      return settle(board, activation.id)
    }
  }
}

function open(
  board: Board,
  token: Token,
  node: UserTaskNode,
  mode: DecisionMode,
  people: readonly Candidate[],
): Activation {
  const earlier = approversBefore(board, token, node)
  const repeated = people.filter(({ user }) => earlier.has(user))
  const auto =
    mode === 'single' ? repeated.length > 0 : repeated.length === people.length && people.length > 0
  const activation = beginVisit(board, token, node, { mode, auto, kept: [] })
  if (mode === 'single') openPool(board, activation, people, repeated[0]?.user)
  else openSeats(board, activation, people, earlier)
  return activation
}

/** Notes that a token visits a node, and sets up the work there; the tasks are the caller's. */
export function beginVisit(
  board: Board,
  token: Token,
  node: UserTaskNode,
  given: { mode: DecisionMode; auto: boolean; kept: readonly KeptVote[] },
): Activation {
  const visit: Visit = {
    id: nextNumber(board),
    node: node.id,
    token,
    within: scopesAround(board, token.scope),
    auto: given.auto,
    approvers: [],
    restores: [],
  }
  board.visits.set(visit.id, visit)
  const older = token.past.filter((id) => board.visits.get(id)?.node !== node.id)
  board.tokens.set(token.id, { ...token, past: [...older, visit.id] })
  const activation: Activation = {
    id: nextNumber(board),
    node: node.id,
    token: token.id,
    visit: visit.id,
    mode: given.mode,
    kept: given.kept,
    ...(node.timing.due === undefined ? {} : { due: momentOf(board, node.timing.due, node.id) }),
  }
  board.activations.set(activation.id, activation)
  return activation
}

function openPool(
  board: Board,
  activation: Activation,
  people: readonly Candidate[],
  repeated: string | undefined,
): void {
  const [only] = people.length === 1 ? people : []
  const task = {
    ...blank(activation, 0),
    state: repeated === undefined ? ('OPEN' as const) : ('SKIPPED' as const),
    assignee: repeated ?? only?.user,
    candidates: people.length > 1 ? people.map(({ user }) => user) : [],
    weight: only?.weight ?? 1,
  }
  createTask(board, task, repeated === undefined ? 'node' : 'duplicate')
}

function openSeats(
  board: Board,
  activation: Activation,
  people: readonly Candidate[],
  earlier: ReadonlySet<string>,
): void {
  const first = people.findIndex(({ user }) => !earlier.has(user))
  people.forEach(({ user, weight }, order) => {
    const repeated = earlier.has(user)
    const turn: TaskState = activation.mode !== 'sequential' || order === first ? 'OPEN' : 'WAITING'
    const state: TaskState = repeated ? 'SKIPPED' : turn
    const task = { ...blank(activation, order), state, assignee: user, weight }
    createTask(board, task, repeated ? 'duplicate' : 'node')
  })
}

function blank(activation: Activation, order: number): Omit<EngineTask, 'key' | 'round'> {
  return {
    activation: activation.id,
    node: activation.node,
    state: 'OPEN',
    assignee: undefined,
    candidates: [],
    owner: undefined,
    weight: 1,
    order,
    part: 'seat',
    parent: undefined,
    addedBy: undefined,
  }
}

/** Those whose approval counts again here, by the policy on duplicates. */
function approversBefore(board: Board, token: Token, node: UserTaskNode): Set<string> {
  if (node.policy.duplicates === 'none') return new Set()
  const visits =
    node.policy.duplicates === 'any'
      ? token.past.flatMap((id) => board.visits.get(id) ?? [])
      : latestVisits(board, token.past)
  return new Set(visits.flatMap(({ approvers }) => approvers))
}

/** Looks at the votes of a node again: ends it when they decide, else wakes whose turn it is. */
export function settle(board: Board, id: number): void {
  const activation = board.activations.get(id)
  if (activation === undefined) return
  const node = userTaskOf(board, activation)
  const ballots = ballotsOf(tasksOf(board, id), activation.kept)
  const verdict = tally(node.decision, activation.mode, ballots)
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
  conclude(board, activation, verdict)
}

function conclude(board: Board, activation: Activation, verdict: Vote): void {
  const visit = board.visits.get(activation.visit)
  const token = board.tokens.get(activation.token)
  if (visit === undefined || token === undefined) {
    throw new StateCorrupt(`the work at ${activation.node} has lost its token`)
  }
  const approvers = [
    ...tasksOf(board, activation.id)
      .filter(({ state }) => state === 'APPROVED' || state === 'SKIPPED')
      .flatMap(({ assignee }) => assignee ?? []),
    ...activation.kept.filter(({ vote }) => vote === 'approved').map(({ user }) => user),
  ]
  const decidedIn = activation.id
  board.visits.set(visit.id, { ...visit, approvers: [...new Set(approvers)], decidedIn })
  board.outcomes.set(activation.node, verdict)
  board.effects.push({ kind: 'nodeLeft', node: activation.node, outcome: verdict })
  board.activations.delete(activation.id)
  goOn(board, token)
}

function reject(board: Board, token: Token, node: UserTaskNode): void {
  board.effects.push({ kind: 'nodeLeft', node: node.id, outcome: 'rejected' })
  if (node.decision.onReject === 'end') return endInstance(board, 'REJECTED', 'rejection')
  board.outcomes.set(node.id, 'rejected')
  return goOn(board, token)
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
  if (next?.state !== 'WAITING' || addedTo(next, tasks).length > 0) return
  changeTask(board, next, { state: 'OPEN' }, 'node')
}

export function userTaskOf(board: Board, activation: Activation): UserTaskNode {
  const node = nodeOf(board, activation.node)
  if (node.kind === 'userTask') return node
  throw new StateCorrupt(`${activation.node} is no user task`)
}

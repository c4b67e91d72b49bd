import type { ReturnRule } from '../../definition/graph.ts'
import { nextNumber, nodeOf, Refusal, sendTo, type Board } from '../board.ts'
import { returnToCaller } from '../calls/calls.ts'
import { isHolding } from '../joins/complex-joins.ts'
import type { TaskCause, TaskCommand } from '../command.ts'
import { changeStatus, clearBoard } from '../ending.ts'
import { lastOf } from '../many/items.ts'
import { beginCutOff } from '../many/many.ts'
import { forgetEnds, forgetOutcome } from '../many/outcomes.ts'
import { forgetEndsInRuns, forgetRejectedEnds } from './rejected-ends.ts'
import { describe, takeOff } from './parking.ts'
import { runsOf } from '../scopes.ts'
import { keepSeat } from '../people/seat.ts'
import { must, sittingAt } from '../people/sitting.ts'
import type { Activation, EngineTask, Parked, Scope, Token, Visit } from '../state.ts'
import { changeTask } from '../tasks.ts'
import { undoAll, undoSince } from './undoing.ts'
import { descends, latestVisits, returnableVisits } from './visits.ts'

export type ReturnCommand = Extract<TaskCommand, { kind: 'return' }>
type Target = { readonly to: 'initiator' } | { readonly to: 'visits'; readonly visits: Visit[] }
type Mode = 'rerun' | 'straightBack'

/** Sends the approval back from a task: to the initiator, or to people who decided before. */
export function returnTask(
  board: Board,
  command: ReturnCommand,
  task: EngineTask,
  activation: Activation,
  rule: ReturnRule,
): void {
  const target = chooseTarget(board, command, activation, rule)
  const mode = chooseMode(command, rule)
  const me = command.actor.userId
  const seat = must(keepSeat(sittingAt(board, activation, [task.key]), task, me), me)
  const decide = () => {
    changeTask(board, task, { state: 'RETURNED' }, 'action', seat)
  }
  if (target.to === 'initiator') {
    const all = [...board.tokens.values()]
    const parked = mode === 'straightBack' ? describe(board, all, []) : undefined
    decide()
    if (board.called) return returnToCaller(board)
    if (parked === undefined) {
      undoAll(board)
      clearBoard(board, 'return')
    } else takeOff(board, all)
    board.returned = { by: me, node: activation.node, parked, ownerUpdated: false }
    return changeStatus(board, 'RETURNED')
  }
  if (mode === 'rerun') return rollBack(board, target.visits, decide)
  const [visit] = target.visits
  if (visit === undefined || target.visits.length > 1) {
    throw new Refusal('resubmit_mode_forbidden', 'from several nodes there is no way straight back')
  }
  const node = nodeOf(board, visit.node)
  if (node.kind === 'userTask' && node.decision.onReject === 'throw') {
    const message = 'a rejection there leads elsewhere: there is no way straight back from it'
    throw new Refusal('resubmit_mode_forbidden', message, [node.id])
  }
  return detour(board, visit, decide)
}

/** Where a task may be returned to: for the task's view, and the rule that `return` keeps to. */
export function returnTargets(
  board: Board,
  activation: Activation,
  rule: ReturnRule,
): { readonly initiator: boolean; readonly previous: boolean; readonly nodes: readonly string[] } {
  const visits = visitsBefore(board, activation)
  const previous = previousOf(board, visits)
  switch (rule.to) {
    case 'none':
      return { initiator: false, previous: false, nodes: [] }
    case 'initiator':
      return { initiator: true, previous: false, nodes: [] }
    case 'previous':
      return {
        initiator: previous.length === 0,
        previous: true,
        nodes: previous.map(({ node }) => node),
      }
    case 'any':
      return {
        initiator: true,
        previous: true,
        nodes: [...new Set(visits.map(({ node }) => node))],
      }
  }
}

function chooseTarget(
  board: Board,
  { to }: ReturnCommand,
  activation: Activation,
  rule: ReturnRule,
): Target {
  const allowed = returnTargets(board, activation, rule)
  const refuse = (): never => {
    throw new Refusal('return_forbidden', 'the process does not allow to return it there')
  }
  if (to === 'initiator') return allowed.initiator ? { to } : refuse()
  const visits = visitsBefore(board, activation)
  if (to === 'previous') {
    if (!allowed.previous) return refuse()
    const previous = previousOf(board, visits)
    return previous.length === 0 ? { to: 'initiator' } : { to: 'visits', visits: [...previous] }
  }
  if (to.length === 0) return refuse()
  const chosen = [...new Set(to)].map((node) => {
    const there = visits.filter((candidate) => candidate.node === node)
    const visit = lastOf(board, there)
    if (visit !== undefined) return allowed.nodes.includes(node) ? visit : refuse()
    throw new Refusal('return_target_unknown', 'nobody decided there on the way to this task', [
      node,
    ])
  })
  const overlapping = chosen.find(({ token }) => chosen.some(({ id }) => token.past.includes(id)))
  if (overlapping === undefined) return { to: 'visits', visits: chosen }
  throw new Refusal('return_targets_overlap', 'one of the nodes comes after another of them', [
    overlapping.node,
  ])
}

function visitsBefore(board: Board, activation: Activation): readonly Visit[] {
  const token = board.tokens.get(activation.token)
  return token === undefined ? [] : returnableVisits(board, token, activation.visit)
}

function previousOf(board: Board, visits: readonly Visit[]): readonly Visit[] {
  return latestVisits(
    board,
    visits.map(({ id }) => id),
  )
}

function chooseMode({ resubmit }: ReturnCommand, rule: ReturnRule): Mode {
  if (rule.resubmit === 'returner') return resubmit ?? 'rerun'
  if (resubmit === undefined || resubmit === rule.resubmit) return rule.resubmit
  throw new Refusal('resubmit_mode_forbidden', `the process says ${rule.resubmit}`)
}

interface Undoing {
  /** Sets up the work at a node again; a new visit with all its people when left out. */
  readonly enter?: (board: Board, target: Visit) => void
  readonly cause?: TaskCause
}

/**
 * Undoes everything that came of the visits, and nothing else: tokens that descend from them go,
 * tokens of other branches that a join had merged with those wait in front of the join again, and
 * other branches are left alone. Then the nodes are visited anew.
 */
export function rollBack(
  board: Board,
  targets: readonly Visit[],
  decide: () => void,
  { enter = visitAnew, cause = 'return' }: Undoing = {},
): void {
  const ids = new Set(targets.map(({ id }) => id))
  const removed = [...board.tokens.values()].filter((token) => descends(board, token, ids))
  refuseIfParked(board, removed, ids)
  decide()
  takeOff(board, removed, cause)
  undoSince(board, ids)
  const restored = new Map(
    targets
      .flatMap(({ restores }) => restores)
      .filter((token) => !descends(board, token, ids))
      .map((token) => [token.id, token] as const),
  )
  forgetRejectedEnds(board, (end) => descends(board, end, ids))
  const undone = forget(board, ids, restored)
  const runs = targets.flatMap((target) => restoreScopes(board, target))
  for (const visit of undone) forgetOutcome(board, visit)
  forgetEndsInRuns(board)
  for (const token of restored.values()) {
    if (token.scope !== 0 && !board.scopes.has(token.scope)) continue
    // What was taken away where it was at work begins there anew; at a join it waits.
    if (token.on === 'flow' || isHolding(token)) board.tokens.set(token.id, token)
    else sendTo(board, turnAnew(board, token), token.place)
  }
  for (const target of targets) enter(board, target)
  for (const run of [...board.scopes.values()]) forgetEnds(board, run)
  beginCutOff(board, runs)
}

function visitAnew(board: Board, { node, token }: Visit): void {
  sendTo(board, turnAnew(board, token), node)
}

/** A token like one that came to a node, of the same turn where the node is repeated. */
export function turnAnew(
  board: Board,
  { scope, past, turns, loop }: Token,
): Omit<Token, 'on' | 'place'> {
  const turn = turns === undefined ? {} : { turns }
  const id = nextNumber(board)
  return {
    id,
    scope,
    past,
    ...turn,
    ...(turns === undefined || loop === undefined ? {} : { loop }),
  }
}

/** Visits one node again and comes straight back: the work in between is put aside as it is. */
function detour(board: Board, target: Visit, decide: () => void): void {
  const removed = [...board.tokens.values()].filter((token) =>
    descends(board, token, new Set([target.id])),
  )
  const missing = runsOf(board, target).filter(({ id }) => {
    const holder = board.scopes.get(id)
    return holder === undefined || removed.some((token) => token.id === holder.token.id)
  })
  const parked: Parked = describe(
    board,
    removed,
    missing.map(({ token }) => token.id),
  )
  decide()
  takeOff(board, removed)
  restoreScopes(board, target)
  const aside = { ...parked, target: target.id }
  sendTo(board, { ...turnAnew(board, target.token), parked: aside }, target.node)
}

/** Sets up the sub-processes around a visit again, where they have ended since, and tells which. */
function restoreScopes(board: Board, target: Visit): readonly Scope[] {
  const ended = runsOf(board, target).filter(({ id }) => !board.scopes.has(id))
  for (const scope of ended) {
    board.scopes.set(scope.id, remembering(board, scope))
    board.tokens.set(scope.token.id, scope.token)
    if (scope.many !== undefined) continue
    board.effects.push({ kind: 'nodeEntered', node: nodeOf(board, scope.node).id })
  }
  return ended
}

/** Drops the visits that are undone, and what others remember of them. */
function forget(
  board: Board,
  ids: ReadonlySet<number>,
  restored: ReadonlyMap<number, Token>,
): readonly Visit[] {
  const keep = (token: Token) => !restored.has(token.id) && !descends(board, token, ids)
  const undone = [...board.visits.values()].filter(
    ({ id, token }) => ids.has(id) || descends(board, token, ids),
  )
  for (const visit of board.visits.values()) {
    board.visits.set(visit.id, { ...visit, restores: visit.restores.filter(keep) })
  }
  for (const { id } of undone) board.visits.delete(id)
  for (const scope of board.scopes.values()) board.scopes.set(scope.id, remembering(board, scope))
  return undone
}

/** A sub-process without those of its paths that have been undone. */
function remembering(board: Board, scope: Scope): Scope {
  return { ...scope, past: scope.past.filter((id) => board.visits.has(id)) }
}

/** Work put aside by another return would come back although it had been undone. */
function refuseIfParked(board: Board, removed: readonly Token[], ids: ReadonlySet<number>): void {
  for (const token of board.tokens.values()) {
    if (removed.includes(token) || token.parked === undefined) continue
    if (!token.parked.tokens.some((aside) => descends(board, aside, ids))) continue
    throw new Refusal('return_forbidden', 'another return from there is not finished', [
      token.place,
    ])
  }
}

import { isInputType } from '../decision/check-cells.ts'
import { isPeople } from '../decision/table.ts'
import { resetFlowsOf } from '../definition/elements/complex.ts'
import type { CopyNode, DecisionNode, Node } from '../definition/graph.ts'
import { isImplied } from '../definition/events/implied-starts.ts'
import { sentAlong } from '../definition/elements/quantities.ts'
import { atOnceOf } from '../definition/elements/repeats.ts'
import { thrownSignalsOf } from '../definition/events/triggers.ts'
import { enterUserTask } from './activation.ts'
import { completesAdHoc } from './ad-hoc.ts'
import {
  flowOf,
  isJoin,
  letGo,
  nextNumber,
  nodeOf,
  Refusal,
  sendTo,
  StateCorrupt,
  union,
  type Board,
} from './board.ts'
import { enterCall, tellCaller } from './calls/calls.ts'
import { isSo } from './joins/complex-joins.ts'
import { hearConditions } from './events/conditions.ts'
import { cancelAround, throwFrom } from './events/crossing.ts'
import { askTable, noteRuling } from './decisions.ts'
import { endInstance } from './ending.ts'
import { fireJoin } from './joins/joins.ts'
import { beginMany, completeRun, endInstanceOf, runOfMany } from './many/many.ts'
import { handOn, noteOutcome } from './many/outcomes.ts'
import { evaluate, findPeople } from './people/people.ts'
import { noteRejectedEnd } from './returns/rejected-ends.ts'
import { beginTurns, nextTurn } from './many/repeats.ts'
import { clearScope, endRun } from './scopes.ts'
import { changesMatter } from './votes/content.ts'
import { MAX_INSTANCES } from '../max-calls.ts'
import type { Scope, Token } from './state.ts'
import { waitsAtJoins } from './stuck.ts'
import { ask, escalate, signal, tellEnd, throwAll } from './events/throwing.ts'
import { noteDone, noteRun, undo } from './returns/undoing.ts'

/** Tokens moved within one command; beyond it the process goes round without ever asking anybody. */
const STEP_BUDGET = 10_000

/**
 * Moves tokens until everything that is left waits for people: first all that can move, then one
 * join, then one finished sub-process, and again. When nothing is left, the approval has ended.
 */
export function runToRest(board: Board): void {
  while (board.status === 'RUNNING') {
    if (hearConditions(board)) continue
    const next = nextOf(board)
    if (next !== undefined) {
      board.steps += 1
      if (board.steps > STEP_BUDGET) {
        throw new Refusal('step_budget_exceeded', 'the process goes round without asking anybody')
      }
      // A terminate event may have taken it away meanwhile.
      if (!board.tokens.has(next.token.id)) continue
      if (next.what === 'arrive') arrive(board, next.token)
      else leave(board, next.token)
    } else if (!fireJoin(board, 'reachable') && !finishScope(board)) {
      if (board.tokens.size === 0) endByArrival(board)
      else if (!waitsAtJoins(board) || !fireJoin(board, 'stuck')) break
    }
  }
}

/** A signal is for all who wait for it: those who are still on the way come there first. */
function nextOf(board: Board) {
  const first = board.moving.findIndex(({ what, token }) => {
    const node = nodeOf(board, token.place)
    const throwsAs = node.repeat === undefined ? 'arrive' : 'leave'
    return what !== throwsAs || thrownSignalsOf(node).length === 0
  })
  return board.moving.splice(Math.max(first, 0), 1)[0]
}

/** Sends a token along the flows of the node it is done with. */
function leave(board: Board, token: Token): void {
  const node = nodeOf(board, token.place)
  const isOne = runOfMany(board, token) !== undefined
  // Of a run it was noted as it ended, of many of each; what was asked for, as it was: its path may have been ended since.
  const isNoted =
    node.kind === 'subProcess' ||
    node.kind === 'callback' ||
    (atOnceOf(node) !== undefined && !isOne)
  if (!isNoted) noteDone(board, token, node)
  if (isOne) {
    const run = endInstanceOf(board, token, node)
    tellEnd(board, token, node, run)
    return completeRun(board, run.id, node)
  }
  if (!tellEnd(board, token, node)) return
  const again = nextTurn(board, token, node)
  if (again !== undefined) sendTo(board, again, node.id)
  else if (completesAdHoc(board, token, node)) end(board, token)
  else leaveFor(board, token, node)
}

function leaveFor(board: Board, token: Token, node: Node): void {
  board.tokens.delete(token.id)
  const flows = sentAlong(node, chooseFlows(board, node, token))
  if (flows.length === 0) end(board, token)
  if (node.completionQuantity !== undefined) refuseTooMany(board, node, flows.length)
  flows.forEach((flow, index) => {
    // One way out keeps the token; more make new ones, so that a number is never on two places.
    const id = flows.length === 1 && index === 0 ? token.id : nextNumber(board)
    const { scope, past } = token
    follow(board, { id, on: 'flow', place: flow, scope, past })
  })
}

/** What is sent along in numbers would grow beyond all bounds in a loop. */
function refuseTooMany({ tokens }: Board, { id, name }: Node, more: number): void {
  if (tokens.size + more <= MAX_INSTANCES) return
  const message = `${name} would send ${more} tokens beside ${tokens.size} others, ${MAX_INSTANCES} at most`
  throw new Refusal('too_many_calls', message, [id])
}

/** Puts a token on a flow; at a join it stays there, else it arrives at once. */
function follow(board: Board, token: Token): void {
  board.tokens.set(token.id, token)
  const target = nodeOf(board, flowOf(board, token.place).target)
  if (!isJoin(target)) sendTo(board, token, target.id)
}

function arrive(board: Board, come: Token): void {
  const node = nodeOf(board, come.place)
  const many = come.turns === undefined ? atOnceOf(node) : undefined
  if (many !== undefined && beginMany(board, come, node, many)) return
  const token = many === undefined ? beginTurns(board, come, node) : undefined
  if (token === undefined) {
    board.effects.push({ kind: 'nodeLeft', node: node.id, outcome: 'passed' })
    return leaveFor(board, come, node)
  }
  begin(board, token, node)
}

function begin(board: Board, token: Token, node: Node): void {
  switch (node.kind) {
    case 'userTask':
      return enterUserTask(board, token, node)
    case 'subProcess':
      board.effects.push({ kind: 'nodeEntered', node: node.id })
      return enterScope(board, token, node.start)
    case 'end':
      return reachEnd(board, token, node)
    case 'copy':
      return copyTo(board, token, node)
    case 'callback':
      ask(board, node.id, node.request)
      noteDone(board, token, node)
      return pass(board, token, node)
    case 'auto': {
      const rule = node.rules.find(({ when }) => evaluate(board, when, node.id, token) === true)
      const result = rule?.result ?? node.otherwise
      if (result === 'approved') return pass(board, token, node)
      board.effects.push({ kind: 'nodeLeft', node: node.id, outcome: 'rejected' })
      return endInstance(board, 'REJECTED', 'rejection')
    }
    case 'decision':
      return decideByTable(board, token, node)
    case 'call':
      return enterCall(board, token, node)
    case 'timer':
    case 'receive':
    case 'events':
      return wait(board, node)
    case 'boundary':
      // A token is only ever set down there to leave it.
      throw new StateCorrupt(`no flow leads to ${node.id}`)
    case 'start':
    case 'exclusive':
    case 'inclusive':
    case 'parallel':
    case 'complex':
    case 'pass':
      return pass(board, token, node)
    case 'throw':
      return throwOn(board, token, node)
    case 'undo':
      undo(board, token.scope, node.activity)
      return pass(board, token, node)
  }
}

function copyTo(board: Board, token: Token, node: CopyNode): void {
  const found = findPeople(board, node, token)
  if (found.kind === 'asked') return undefined
  const users = found.people.map(({ user }) => user)
  if (users.length > 0) board.effects.push({ kind: 'copied', node: node.id, users })
  return pass(board, token, node)
}

function wait(board: Board, node: Node): void {
  board.effects.push({ kind: 'nodeEntered', node: node.id })
  const asks = node.kind === 'receive' ? node.asks : undefined
  if (asks !== undefined) ask(board, node.id, asks)
}

/** Writes the values that the table gives into the variables of their names; how people decide is for steps that ask them. */
function decideByTable(board: Board, token: Token, node: DecisionNode): void {
  const ruling = askTable(board, node.id, node.ref)
  if (ruling === undefined) return undefined
  const { table, outputs } = ruling
  if (outputs === undefined) {
    const detail = `no row of the decision table ${node.ref} holds, and it says nothing otherwise`
    throw new Refusal('decision_gives_nothing', detail, [node.id])
  }
  noteRuling(board, node.id, ruling)
  const names = table.table.outputs.flatMap(({ name, type }, at) => {
    const value = outputs[at] ?? null
    if (!isInputType(type) || value === null || isPeople(value)) return []
    board.variables.set(name, value)
    return [name]
  })
  board.effects.push({ kind: 'variablesChanged', names })
  return pass(board, token, node)
}

function pass(board: Board, token: Token, node: Node): void {
  // What nobody has drawn is told to nobody.
  if (!isImplied(node.id))
    board.effects.push({ kind: 'nodeLeft', node: node.id, outcome: 'passed' })
  letGo(board, token)
}

/** It is told first: what catches it may end this very path. */
function throwOn(board: Board, token: Token, node: Node & { kind: 'throw' }): void {
  board.effects.push({ kind: 'nodeLeft', node: node.id, outcome: 'passed' })
  if (throwAll(board, token, node.throws)) letGo(board, token)
}

function chooseFlows(board: Board, node: Node, token: Token): readonly string[] {
  if (node.kind === 'parallel') return node.outgoing
  if (node.outgoing.length === 0) return []
  const isTrue = (id: string) => {
    const { condition } = flowOf(board, id)
    return condition === undefined || isSo(board, condition, { id, node, token })
  }
  // The rest has come to a complex gateway that had gone on: most lead nowhere then.
  if (token.rest !== undefined) return resetFlowsOf(board.process, node).filter(isTrue)
  const others = node.outgoing.filter((id) => id !== node.defaultFlow)
  const fallback = node.defaultFlow === undefined ? [] : [node.defaultFlow]
  let taken: readonly string[]
  if (node.kind === 'exclusive') {
    const first = others.find(isTrue)
    taken = first === undefined ? fallback : [first]
  } else {
    const fulfilled = others.filter(isTrue)
    const conditional = others.filter((id) => flowOf(board, id).condition !== undefined)
    const none = !fulfilled.some((id) => conditional.includes(id))
    taken = none ? [...fulfilled, ...fallback] : fulfilled
  }
  if (taken.length > 0) return taken
  throw new Refusal(
    'no_path',
    `no condition after ${node.name} holds, and no flow is the default`,
    [node.id],
  )
}

function reachEnd(board: Board, token: Token, node: Node & { kind: 'end' }): void {
  board.effects.push({ kind: 'nodeLeft', node: node.id, outcome: 'passed' })
  if (!throwAll(board, token, node.before ?? [])) return undefined
  if (node.variant === 'escalation' && escalate(board, token, node.code) === 'ended')
    return undefined
  if (node.variant === 'error') {
    const thrown = { on: 'error', code: node.code } as const
    const became = throwFrom(board, token, thrown)
    if (became === 'ended') return undefined
    if (became === 'uncaught') tellCaller(board, node.id, thrown)
    return endInstance(board, 'REJECTED', 'rejection')
  }
  if (node.variant === 'cancel') return cancelAround(board, token)
  if (node.variant === 'undo') undo(board, token.scope, node.code)
  if (node.variant === 'signal') {
    signal(board, token, { name: node.code, ...(node.reach && { reach: node.reach }) })
    if (!board.tokens.has(token.id)) return undefined
  }
  if (node.result === 'rejected') {
    board.outcomes.set(node.id, 'rejected')
    noteRejectedEnd(board, token, node.id)
    noteOutcome(board, token, node.id, 'rejected')
  }
  if (node.variant === 'terminate') {
    if (token.scope === 0) return endByArrival(board)
    clearScope(board, token.scope, token.id, 'decided')
  }
  end(board, token)
}

/** Takes a token off the board for good. Its scope remembers what led here. */
function end(board: Board, token: Token): void {
  board.tokens.delete(token.id)
  const scope = board.scopes.get(token.scope)
  if (scope === undefined) {
    if (changesMatter(board)) board.ended = union([board.ended, token.past])
    return
  }
  board.scopes.set(scope.id, { ...scope, past: union([scope.past, token.past]) })
}

/** The last token is gone, or a terminate event was reached. */
function endByArrival(board: Board): void {
  const rejected = [...board.outcomes].some(
    ([id, outcome]) => outcome === 'rejected' && nodeOf(board, id).kind === 'end',
  )
  endInstance(board, rejected ? 'REJECTED' : 'APPROVED', 'decided')
}

function enterScope(board: Board, token: Token, start: string): void {
  const scope: Scope = {
    id: nextNumber(board),
    node: token.place,
    parent: token.scope,
    token,
    past: [],
    ...(runOfMany(board, token) === undefined ? {} : { outcomes: [] }),
  }
  board.scopes.set(scope.id, scope)
  sendTo(board, { id: nextNumber(board), scope: scope.id, past: token.past }, start)
}

/** Completes the innermost sub-process in which nothing is left. */
function finishScope(board: Board): boolean {
  const busy = new Set([...board.tokens.values()].map(({ scope }) => scope))
  for (const { parent } of board.scopes.values()) busy.add(parent)
  const done = [...board.scopes.values()].find(({ id }) => !busy.has(id))
  if (done === undefined) return false
  handOn(board, done)
  endRun(board, done.id)
  const holder = board.tokens.get(done.token.id)
  if (holder === undefined) throw new StateCorrupt(`no token rests on ${done.node}`)
  const token = { ...holder, past: union([holder.past, done.past]) }
  const node = nodeOf(board, done.node)
  if (done.many !== undefined) {
    letGo(board, token)
    return true
  }
  noteRun(board, token, node, done.id)
  pass(board, token, node)
  return true
}

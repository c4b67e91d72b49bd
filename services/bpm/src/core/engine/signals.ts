import type { BoundaryNode } from '../definition/graph.ts'
import { decide } from './activation.ts'
import { endCall, followCaller } from './calls.ts'
import { letGo, nextNumber, nodeOf, Refusal, StateCorrupt, type Board } from './board.ts'
import type { SignalCommand } from './command.ts'
import { escalate } from './escalation.ts'
import { clearScope } from './flow.ts'
import type { Timer, TimerOwner, Token } from './state.ts'
import { cancelActivation, tasksOf } from './tasks.ts'
import { isLive } from '../task.ts'
import { dropTimers } from './timers.ts'

/** Does what a time or a message leads to. */
export function receiveSignal(board: Board, command: SignalCommand): void {
  if (command.kind === 'caller') return followCaller(board, command)
  if (board.status !== 'RUNNING') throw new Refusal('not_running', `it is ${board.status}`)
  if (command.kind === 'message') return receiveMessage(board, command.name)
  if (command.kind === 'callEnded') return endCall(board, command)
  const timer = board.timers.get(command.timer)
  // What it was set for may have been decided at the same moment.
  if (timer === undefined || timer.left === 0) {
    throw new Refusal('timer_unknown', 'nothing waits for this time any more')
  }
  fire(board, timer)
}

function receiveMessage(board: Board, name: string): void {
  const waiting = [...board.tokens.values()].filter(({ on, place }) => {
    const node = on === 'node' ? nodeOf(board, place) : undefined
    return node?.kind === 'receive' && node.message === name
  })
  if (waiting.length === 0) {
    throw new Refusal('message_not_expected', `nothing waits for the message ${name}`, [name])
  }
  for (const token of waiting) goOn(board, token)
}

function fire(board: Board, timer: Timer): void {
  const { owner, node } = timer
  switch (timer.purpose) {
    case 'catch':
      return goOn(board, tokenOf(board, owner))
    case 'boundary': {
      const event = nodeOf(board, node)
      if (event.kind !== 'boundary') throw new StateCorrupt(`${node} is no event on a border`)
      spend(board, timer)
      return cross(board, owner, event)
    }
    case 'remind':
      board.effects.push({ kind: 'reminded', node, tasks: undecided(board, owner) })
      return spend(board, timer)
    case 'escalate':
      spend(board, timer)
      return escalate(board, owner.id)
    case 'timeout': {
      const task = nodeOf(board, node)
      const activation = board.activations.get(owner.id)
      if (task.kind !== 'userTask' || activation === undefined) {
        throw new StateCorrupt(`nobody is asked at ${node}`)
      }
      spend(board, timer)
      return decide(board, activation, task.timing.timeout?.result ?? 'approved', 'timer')
    }
  }
}

/** One that fires again gets a number of its own, so that each time is waited for once. */
function spend(board: Board, timer: Timer): void {
  const { left } = timer
  board.timers.delete(timer.id)
  const id = nextNumber(board)
  board.timers.set(id, { ...timer, id, left: left - 1 })
}

/** A token leaves the place where it waited for this. */
function goOn(board: Board, token: Token): void {
  dropTimers(board, { kind: 'token', id: token.id })
  board.effects.push({ kind: 'nodeLeft', node: token.place, outcome: 'passed' })
  letGo(board, token)
}

/** The way over a border: with all there was inside of it, or beside it. */
function cross(board: Board, owner: TimerOwner, event: BoundaryNode): void {
  const { id, scope, past } = tokenOf(board, owner)
  board.effects.push({ kind: 'nodeLeft', node: event.id, outcome: 'passed' })
  if (event.interrupting) interrupt(board, owner, event.attachedTo)
  const token = event.interrupting ? id : nextNumber(board)
  letGo(board, { id: token, on: 'node', place: event.id, scope, past })
}

function interrupt(board: Board, owner: TimerOwner, node: string): void {
  dropTimers(board, owner)
  if (owner.kind === 'activation') return cancelActivation(board, owner.id, 'timer')
  if (owner.kind === 'scope') {
    clearScope(board, owner.id, undefined, 'timer')
    board.scopes.delete(owner.id)
  }
  board.effects.push({ kind: 'nodeLeft', node, outcome: 'cancelled' })
}

function tokenOf(board: Board, { kind, id }: TimerOwner): Token {
  const tokens = {
    token: () => id,
    scope: () => board.scopes.get(id)?.token.id,
    activation: () => board.activations.get(id)?.token,
  }
  const token = board.tokens.get(tokens[kind]() ?? 0)
  if (token === undefined) throw new StateCorrupt(`the timer of ${kind} ${id} has lost its token`)
  return token
}

function undecided(board: Board, { id }: TimerOwner): number[] {
  return tasksOf(board, id)
    .filter(({ state }) => isLive(state) && state !== 'WAITING')
    .map(({ key }) => key)
}

import { isHandler } from '../../definition/events/implied-starts.ts'
import { triggersOf } from '../../definition/events/triggers.ts'
import { decide } from '../activation.ts'
import { noteArrival } from './arrivals.ts'
import { nextNumber, nodeOf, Refusal, StateCorrupt, type Board } from '../board.ts'
import { endCall, followCaller, hearEscalation } from '../calls/calls.ts'
import type { SignalCommand } from '../command.ts'
import { cross, tokenOf } from './crossing.ts'
import { escalate } from './escalation.ts'
import { begin, pastOf } from './handlers.ts'
import { goOn, goOnBeside } from './hearing.ts'
import { receiveMessage } from './messages.ts'
import type { Timer, TimerOwner } from '../state.ts'
import { hearSignal } from './subscriptions.ts'
import { tasksOf } from '../tasks.ts'
import { isLive } from '../../task.ts'

/** Does what a time or a message leads to. */
export function receiveSignal(board: Board, command: SignalCommand): void {
  if (command.kind === 'caller') return followCaller(board, command)
  if (board.status !== 'RUNNING') throw new Refusal('not_running', `it is ${board.status}`)
  if (command.kind === 'message') return receiveMessage(board, command)
  if (command.kind === 'signal') return hearSignal(board, command)
  if (command.kind === 'callEnded') return endCall(board, command)
  if (command.kind === 'callEscalated') return hearEscalation(board, command)
  const timer = board.timers.get(command.timer)
  // What it was set for may have been decided at the same moment.
  if (timer === undefined || timer.left === 0) {
    throw new Refusal('timer_unknown', 'nothing waits for this time any more')
  }
  fire(board, timer)
}

function fire(board: Board, timer: Timer): void {
  const { owner, node } = timer
  switch (timer.purpose) {
    case 'catch': {
      const token = tokenOf(board, owner)
      if (!arrives(board, token.id, node)) return spend(board, timer)
      if (timer.left === 1) return goOn(board, token, node)
      spend(board, timer)
      return goOnBeside(board, token, node)
    }
    case 'boundary': {
      const event = nodeOf(board, node)
      if (!arrives(board, holderOf(board, owner), node)) return spend(board, timer)
      if (isHandler(event)) {
        spend(board, timer)
        const past = pastOf(board, owner.id)
        return begin(board, owner.id, event, { cause: 'timer', past })
      }
      if (event.kind !== 'boundary') throw new StateCorrupt(`${node} is no event on a border`)
      spend(board, timer)
      return cross(board, owner, event, 'timer')
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

/** Whether what waits for a time goes on by it: it may wait for more. */
function arrives(board: Board, token: number, node: string): boolean {
  const event = nodeOf(board, node)
  const times = triggersOf(event).filter(({ on }) => on === 'time')
  return noteArrival(board, token, event, times)
}

/** The token of the work that something waits with, 0 of the approval itself. */
const holderOf = (board: Board, owner: TimerOwner): number =>
  owner.kind === 'scope' && owner.id === 0 ? 0 : tokenOf(board, owner).id

/** One that fires again gets a number of its own, so that each time is waited for once. */
function spend(board: Board, timer: Timer): void {
  const { left } = timer
  board.timers.delete(timer.id)
  const id = nextNumber(board)
  board.timers.set(id, { ...timer, id, left: left - 1 })
}

function undecided(board: Board, { id }: TimerOwner): number[] {
  return tasksOf(board, id)
    .filter(({ state }) => isLive(state) && state !== 'WAITING')
    .map(({ key }) => key)
}

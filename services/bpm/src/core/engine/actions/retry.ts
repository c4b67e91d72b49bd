import { admit } from '../people/admission.ts'
import { enterUserTask } from '../activation.ts'
import { Refusal, sendTo, StateCorrupt, userTaskOf, type Board } from '../board.ts'
import type { InstanceCommand } from '../command.ts'
import { escalate } from '../events/escalation.ts'
import { isVacant, sharedSeat } from '../people/seat.ts'
import { placeShared, sittingAt } from '../people/sitting.ts'
import type { Activation, EngineTask } from '../state.ts'
import { stuckOf, unaskedIn } from '../stuck.ts'
import { cancelActivation, replaceTask, tasksOf } from '../tasks.ts'
import { isLive } from '../../task.ts'

type Retry = Extract<InstanceCommand, { kind: 'retry' }>

/** Looks again at a node where the approval is stuck: for people, or for a way on. */
export function retry(board: Board, { node, reason }: Retry): void {
  // A join is looked at whenever the approval comes to rest.
  if (reason === 'join_waits_forever') return
  for (const token of unaskedIn(board)) if (token.place === node) sendTo(board, token, node)
  for (const activation of [...board.activations.values()]) {
    if (activation.node !== node) continue
    if (reason === 'nobody_to_escalate_to') escalate(board, activation.id)
    else findAgain(board, activation)
  }
}

/** Nothing is written when it is as before. */
export function refuseStillStuck(board: Board, { node, reason }: Retry): void {
  const isStill =
    stuckOf(board).some((one) => one.node === node && one.reason === reason) ||
    board.effects.some(
      (effect) => effect.kind === 'incident' && effect.node === node && effect.reason === reason,
    )
  if (isStill) throw new Refusal('still_stuck', 'it is stuck as before', [node])
}

/** A node that nobody has begun with is entered anew; else those are asked who may have the empty seats. */
function findAgain(board: Board, activation: Activation): void {
  const tasks = tasksOf(board, activation.id)
  const empty = tasks.filter((task) => isLive(task.state) && isVacant(task))
  if (empty.length === 0) return
  if (empty.length === tasks.length && activation.kept.length === 0) enterAnew(board, activation)
  else for (const task of empty) fillSeat(board, activation, task)
}

function enterAnew(board: Board, activation: Activation): void {
  const token = board.visits.get(activation.visit)?.token
  if (token === undefined)
    throw new StateCorrupt(`the work at ${activation.node} has lost its token`)
  cancelActivation(board, activation.id, 'retry')
  board.visits.delete(activation.visit)
  board.tokens.set(token.id, token)
  enterUserTask(board, token, userTaskOf(board, activation))
}

function fillSeat(board: Board, activation: Activation, task: EngineTask): void {
  const sitting = sittingAt(board, activation, [task.key])
  const admission = admit(
    board,
    userTaskOf(board, activation),
    sitting,
    board.tokens.get(activation.token),
  )
  if (admission.kind !== 'work') return
  const seat = sharedSeat(sitting, placeShared(board, sitting, admission.people))
  if (!isVacant(seat)) replaceTask(board, task, seat, 'retry')
}

import { isLive } from '../../task.ts'
import { userTaskOf, type Board } from '../board.ts'
import { findPeople, type Candidate } from '../people/people.ts'
import { permits, sharedSeat } from '../people/seat.ts'
import { placeShared, sittingAt } from '../people/sitting.ts'
import type { Activation } from '../state.ts'
import { replaceTask, tasksOf } from '../tasks.ts'

/** Hands what is undecided in a node over to those whom its escalation names. */
export function escalate(board: Board, id: number): void {
  const activation = board.activations.get(id)
  if (activation === undefined) return
  const node = userTaskOf(board, activation)
  const rule = node.timing.escalate
  if (rule === undefined) return
  const found = findPeople(
    board,
    { ...node, candidates: rule.candidates },
    board.tokens.get(activation.token),
  )
  if (found.kind === 'asked') return
  const { tasks, people } = relieve(board, activation, found.people)
  if (people.length === 0) {
    board.effects.push({ kind: 'incident', node: node.id, reason: 'nobody_to_escalate_to' })
  }
  const keys = tasks.map(({ key }) => key)
  for (const task of tasks) {
    replaceTask(board, task, sharedSeat(sittingAt(board, activation, keys), people), 'timer')
  }
}

/**
 * Which seats are handed over, and to whom of those that may have one. Two seats are two people: where
 * they are fewer than the seats, the last ones stay with whom they are.
 */
function relieve(board: Board, activation: Activation, candidates: readonly Candidate[]) {
  let tasks = tasksOf(board, activation.id).filter(
    ({ state }) => isLive(state) && state !== 'WAITING',
  )
  for (;;) {
    const keys = tasks.map(({ key }) => key)
    const sitting = sittingAt(board, activation, keys)
    const placed = placeShared(board, sitting, candidates)
    const people = placed.filter((one) => permits(sitting, one))
    if (people.length >= tasks.length) return { tasks, people }
    tasks = tasks.slice(0, people.length)
  }
}

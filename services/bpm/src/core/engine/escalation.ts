import { isLive } from '../task.ts'
import { userTaskOf } from './activation.ts'
import type { Board } from './board.ts'
import { findPeople } from './people.ts'
import { replaceTask, tasksOf } from './tasks.ts'

/** Hands what is undecided in a node over to those whom its escalation names. */
export function escalate(board: Board, id: number): void {
  const activation = board.activations.get(id)
  if (activation === undefined) return
  const node = userTaskOf(board, activation)
  const rule = node.timing.escalate
  if (rule === undefined) return
  const found = findPeople(board, { ...node, candidates: rule.candidates })
  if (found.kind === 'asked') return
  const users = found.people.map(({ user }) => user)
  const [only] = users
  if (only === undefined) {
    board.effects.push({ kind: 'incident', node: node.id, reason: 'nobody_found' })
    return
  }
  for (const task of tasksOf(board, id)) {
    if (!isLive(task.state) || task.state === 'WAITING') continue
    const holders =
      users.length === 1
        ? { assignee: only, candidates: [] }
        : { assignee: undefined, candidates: users }
    replaceTask(board, task, holders, 'timer')
  }
}

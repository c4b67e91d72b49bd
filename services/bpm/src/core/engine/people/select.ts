import { Refusal, type Board } from '../board.ts'
import type { Selections } from '../command.ts'
import { refusalOf, sittingFor } from './sitting.ts'
import { ruleAgainst } from './seat.ts'

/** Notes whom somebody chooses for later nodes: nobody whom the node keeps out. */
export function select(board: Board, selections: Selections | undefined): void {
  for (const [id, users] of Object.entries(selections ?? {})) {
    const node = board.process.nodes.get(id)
    // Who is shown it decides nothing: anybody may be.
    if (node?.kind === 'copy') {
      board.selections.set(id, users)
      continue
    }
    if (node?.kind !== 'userTask') {
      throw new Refusal('node_unknown', `people were chosen for ${id}, which is no user task`, [id])
    }
    const sitting = sittingFor(board, node, undefined)
    for (const user of users) {
      const rule = ruleAgainst(sitting, { user })
      if (rule !== undefined) throw refusalOf(rule, user)
    }
    board.selections.set(id, users)
  }
}

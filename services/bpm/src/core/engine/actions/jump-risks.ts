// What may come of a jump, found in the graph of the process before anything is written.
import { nodeOf, startOf, type Board } from '../board.ts'
import type { JumpRisks } from '../command.ts'
import { isHolding } from '../joins/complex-joins.ts'
import { markingOf, strandedJoins } from '../joins/strands.ts'
import { canEndUnvoted } from '../votes/unvoted.ts'

export const isRisky = ({ stranded, unvoted, unproven }: JumpRisks): boolean =>
  stranded.length > 0 || unvoted || unproven

/**
 * What may become of an approval from where it rests. It errs on the side of caution: every condition
 * may hold or not, every time may come first.
 */
export function risksOf(board: Board): JumpRisks {
  if (board.status !== 'RUNNING') {
    return { stranded: [], unproven: false, unvoted: board.status === 'APPROVED' }
  }
  return { ...strandedIn(board), unvoted: canEndUnvoted(board) }
}

function strandedIn(board: Board): Pick<JumpRisks, 'stranded' | 'unproven'> {
  const { process } = board
  const runs = [{ id: 0, start: startOf(board) }, ...innerRuns(board)]
  const found = runs.map(({ id, start }) => {
    const tokens = [...board.tokens.values()].filter(({ scope }) => scope === id)
    // A complex gateway that has gone on lets the rest come.
    const held = new Set(tokens.filter(isHolding).map(({ place }) => place))
    const going = tokens.filter((token) => !isHolding(token))
    const found = strandedJoins(process, markingOf(process, going))
    const { complete } = found
    const joins = found.joins.filter((join) => !held.has(join))
    if (joins.length === 0) return { joins, complete }
    // What may happen to every approval that follows the process is not the fault of the jump.
    const usual = strandedJoins(process, markingOf(process, [{ on: 'node', place: start }]))
    return { joins: joins.filter((join) => !usual.joins.includes(join)), complete }
  })
  return {
    stranded: [...new Set(found.flatMap(({ joins }) => joins))],
    unproven: found.some(({ complete }) => !complete),
  }
}

function innerRuns(board: Board) {
  return [...board.scopes.values()].flatMap(({ id, node, many }) => {
    // Its tokens follow no flow.
    if (many !== undefined) return []
    const inner = nodeOf(board, node)
    return inner.kind === 'subProcess' ? [{ id, start: inner.start }] : []
  })
}

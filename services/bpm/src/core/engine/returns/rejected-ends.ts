// Ends with the result `rejected`: they reject what they end, unless a return has undone the way there.
import { nodeOf, type Board } from '../board.ts'
import { scopesAround } from '../scopes.ts'
import type { RejectedEnd, Token } from '../state.ts'

export function noteRejectedEnd(board: Board, { past, scope }: Token, node: string): void {
  const within = scopesAround(board, scope).map(({ id }) => id)
  const reached: RejectedEnd = { node, past, within }
  const text = JSON.stringify(reached)
  if (board.rejectedEnds.some((one) => JSON.stringify(one) === text)) return
  board.rejectedEnds = [...board.rejectedEnds, reached]
}

/** Forgets those that are undone. */
export function forgetRejectedEnds(board: Board, isUndone: (end: RejectedEnd) => boolean): void {
  const left = board.rejectedEnds.filter((end) => !isUndone(end))
  for (const { node } of board.rejectedEnds)
    if (!left.some((end) => end.node === node)) board.outcomes.delete(node)
  board.rejectedEnds = left
}

/** The same in runs of many at once, each of which knows the ends in it. */
export function forgetEndsInRuns(board: Board): void {
  for (const run of board.scopes.values()) {
    const { id, outcomes } = run
    const kept = outcomes?.filter(
      ([node]) =>
        nodeOf(board, node).kind !== 'end' ||
        board.rejectedEnds.some((end) => end.node === node && end.within.includes(id)),
    )
    if (kept !== undefined && kept.length !== outcomes?.length)
      board.scopes.set(id, { ...run, outcomes: kept })
  }
}

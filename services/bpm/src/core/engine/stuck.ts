// What of an approval cannot go on by itself: nodes where nobody is asked, and joins that wait for nothing.
import { isLive } from '../task.ts'
import { flowOf, type Board } from './board.ts'
import type { Stuck } from './command.ts'
import { isVacant } from './people/seat.ts'
import type { Token } from './state.ts'
import { waitsForTime } from './events/timers.ts'

/** Everything that is stuck; a node is listed once for each reason. */
export function stuckOf(board: Board): readonly Stuck[] {
  const vacant = [...board.tasks.values()].filter((task) => isLive(task.state) && isVacant(task))
  const unasked = unaskedIn(board).map(({ place }) => place)
  const nodes = new Set([...vacant.map(({ node }) => node), ...unasked])
  const joins = board.status === 'RUNNING' && waitsAtJoins(board) ? joinsWaiting(board) : []
  return [
    ...[...nodes].map((node): Stuck => ({ node, reason: 'nobody_found' })),
    ...joins.map((node): Stuck => ({ node, reason: 'join_waits_forever' })),
  ]
}

/** Tokens that have come to a node whose work was never set up: nothing that anybody does moves them. */
export function unaskedIn(board: Board): readonly Token[] {
  const { status, process, tokens, activations, scopes } = board
  if (status !== 'RUNNING') return []
  const holding = [...scopes.values()].map(({ token }) => token.id)
  const asked = new Set([...[...activations.values()].map(({ token }) => token), ...holding])
  return [...tokens.values()].filter(
    ({ id, on, place }) =>
      on === 'node' && process.nodes.get(place)?.kind === 'userTask' && !asked.has(id),
  )
}

/** Tokens rest, but only in front of joins: nobody is left whose decision could move them. */
export function waitsAtJoins(board: Board): boolean {
  return board.activations.size === 0 && board.missing.size === 0 && !waitsForTime(board)
}

function joinsWaiting(board: Board): readonly string[] {
  const waiting = [...board.tokens.values()].filter(({ on }) => on === 'flow')
  return [...new Set(waiting.map(({ place }) => flowOf(board, place).target))]
}

/** Says what has come to be stuck since; what was so before has been said. */
export function tellStuck(board: Board, before: readonly Stuck[], now: readonly Stuck[]): void {
  for (const { node, reason } of now) {
    if (before.some((one) => one.node === node && one.reason === reason)) continue
    board.effects.push({ kind: 'incident', node, reason })
  }
}

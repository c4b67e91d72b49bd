// Event sub-processes: what waits in each run of what they are in, and how they begin there.
import type { CompiledProcess, HandlerNode } from '../../definition/graph.ts'
import { nextNumber, sendTo, type Board } from '../board.ts'
import type { TaskCause } from '../command.ts'
import { clearScope } from '../scopes.ts'
import type { Token } from '../state.ts'

/** Those that may begin in a run, 0 for the approval itself: none where one of them has interrupted it. */
export function listenersIn(board: Board, scope: number): readonly HandlerNode[] {
  const run = board.scopes.get(scope)
  // Each of many listens for itself.
  if (run?.many !== undefined) return []
  const host = scope === 0 ? '' : run?.node
  const within = [...board.tokens.values()].filter((token) => token.scope === scope)
  if (host === undefined || within.length === 0) return []
  return isListening(board.process, host, within) ? (board.process.handlers.get(host) ?? []) : []
}

/** Whether none of those in a sub-process, '' for the process, has interrupted what tokens tell of. */
export const isListening = (
  { handlers }: CompiledProcess,
  host: string,
  tokens: readonly Token[],
): boolean => {
  const alone = (handlers.get(host) ?? []).filter(({ begins }) => begins.interrupting)
  return !tokens.some(({ on, place }) => on === 'node' && alone.some(({ id }) => id === place))
}

/** What a run has come of: the visits before its sub-process. */
export function pastOf(board: Board, scope: number): readonly number[] {
  const holder = board.scopes.get(scope)?.token.id ?? 0
  return board.tokens.get(holder)?.past ?? []
}

/** Begins one in a run: with the end of all else there, or beside it. */
export function begin(
  board: Board,
  scope: number,
  handler: HandlerNode,
  { cause, past }: { readonly cause: TaskCause; readonly past: readonly number[] },
): void {
  if (handler.begins.interrupting) {
    clearScope(board, scope, undefined, cause)
    // Its paths that had ended are over as well: nothing goes back to them.
    const run = board.scopes.get(scope)
    if (run === undefined) board.ended = []
    else board.scopes.set(scope, { ...run, past: [] })
  }
  sendTo(board, { id: nextNumber(board), scope, past }, handler.id)
}

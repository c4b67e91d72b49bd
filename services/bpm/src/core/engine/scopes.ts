import type { Board } from './board.ts'
import type { TaskCause } from './command.ts'
import type { Scope, Visit } from './state.ts'
import { cancelActivation } from './tasks.ts'

/** The sub-processes around a scope, outermost first. */
export function scopesAround(board: Board, scope: number): readonly Scope[] {
  const found = board.scopes.get(scope)
  return found === undefined ? [] : [...scopesAround(board, found.parent), found]
}

/** The same for a visit: the runs of many at once, and those in them, as they are, or were when they ended. */
export const runsOf = (board: Board, { within, inside = [] }: Visit): readonly Scope[] => [
  ...within,
  ...inside.flatMap((id) => board.scopes.get(id) ?? board.over.get(id) ?? []),
]

/** What a visit keeps of the runs around it. */
export function runsToKeep(board: Board, scope: number): Pick<Visit, 'within' | 'inside'> {
  const around = scopesAround(board, scope)
  const first = around.findIndex(({ many }) => many !== undefined)
  if (first < 0) return { within: around }
  return { within: around.slice(0, first), inside: around.slice(first).map(({ id }) => id) }
}

/** Takes a run off the board; what it has come to is known as long as a visit was in it. */
export function endRun(board: Board, id: number): void {
  const run = board.scopes.get(id)
  if (run !== undefined) board.over.set(id, run)
  board.scopes.delete(id)
}

/** Removes all work of a scope and of those inside it, save one token. */
export function clearScope(
  board: Board,
  scope: number,
  except: number | undefined,
  cause: TaskCause,
): void {
  for (const inner of [...board.scopes.values()].filter(({ parent }) => parent === scope)) {
    clearScope(board, inner.id, except, cause)
    endRun(board, inner.id)
  }
  for (const token of [...board.tokens.values()]) {
    if (token.scope !== scope || token.id === except) continue
    board.tokens.delete(token.id)
    for (const activation of [...board.activations.values()]) {
      if (activation.token === token.id) cancelActivation(board, activation.id, cause)
    }
  }
}

import type { Board } from './board.ts'
import type { TaskCause } from './command.ts'
import type { Scope } from './state.ts'
import { cancelActivation } from './tasks.ts'

/** The sub-processes around a scope, outermost first. */
export function scopesAround(board: Board, scope: number): readonly Scope[] {
  const found = board.scopes.get(scope)
  return found === undefined ? [] : [...scopesAround(board, found.parent), found]
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
    board.scopes.delete(inner.id)
  }
  for (const token of [...board.tokens.values()]) {
    if (token.scope !== scope || token.id === except) continue
    board.tokens.delete(token.id)
    for (const activation of [...board.activations.values()]) {
      if (activation.token === token.id) cancelActivation(board, activation.id, cause)
    }
  }
}

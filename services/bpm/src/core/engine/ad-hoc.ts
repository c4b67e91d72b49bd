// Ad-hoc sub-processes: when enough has been done in one.
import { isActivity } from '../definition/elements/activity-kinds.ts'
import { adHocAround } from '../definition/elements/ad-hoc.ts'
import type { Node } from '../definition/graph.ts'
import type { Board } from './board.ts'
import { evaluate } from './people/people.ts'
import { clearScope } from './scopes.ts'
import type { Token } from './state.ts'
import { noteRestores } from './joins/waiting.ts'

/**
 * Looks, after something has been done in one, whether that is enough: then the rest is taken away, or goes on without
 * anything more being begun.
 *
 * @returns whether its token ends here.
 */
export function completesAdHoc(board: Board, token: Token, node: Node): boolean {
  const adHoc = isActivity(node) ? adHocAround(board.process, node) : undefined
  const { until } = adHoc ?? {}
  if (until === undefined || evaluate(board, until, node.parent ?? '', token) !== true) return false
  if (adHoc?.cancels !== true) return true
  const others = [...board.tokens.values()].filter(
    ({ id, scope }) => scope === token.scope && id !== token.id,
  )
  // A return to what led here begins them anew.
  noteRestores(board, [token, ...others], token.past)
  clearScope(board, token.scope, token.id, 'decided')
  return true
}

import { nextNumber, nodeOf, Refusal, sendTo, type Board } from './board.ts'
import type { InstanceCommand } from './command.ts'
import { changeStatus, clearBoard } from './ending.ts'
import { isRisky, risksOf } from './jump-risks.ts'
import type { Scope, Token } from './state.ts'

type Jump = Extract<InstanceCommand, { kind: 'jump' }>

/** All work ends and the approval goes on at these nodes, as if nothing had come before. */
export function jump(board: Board, { to }: Jump): void {
  const targets = [...new Set(typeof to === 'string' ? [to] : to)]
  if (targets.length === 0) throw new Refusal('node_unknown', 'no node is named to go to')
  const unknown = targets.filter((id) => !isPlace(board, id))
  if (unknown.length > 0) {
    throw new Refusal('node_unknown', 'there is no such node to go to', unknown)
  }
  clearBoard(board, 'jump')
  board.outcomes.clear()
  board.returned = undefined
  if (board.status !== 'RUNNING') changeStatus(board, 'RUNNING')
  // Branches of one sub-process are branches of one run of it.
  const entered = new Map<string, number>()
  for (const id of targets) {
    const scope = enterScopes(board, nodeOf(board, id).parent, entered)
    sendTo(board, { id: nextNumber(board), scope, past: [] }, id)
  }
}

function isPlace(board: Board, id: string): boolean {
  const node = board.process.nodes.get(id)
  if (node === undefined || node.undoes === true) return false
  return node.kind !== 'start' && node.kind !== 'boundary'
}

function enterScopes(
  board: Board,
  subProcess: string | undefined,
  entered: Map<string, number>,
): number {
  if (subProcess === undefined) return 0
  const there = entered.get(subProcess)
  if (there !== undefined) return there
  const parent = enterScopes(board, nodeOf(board, subProcess).parent, entered)
  const id = nextNumber(board)
  const token: Token = { id, on: 'node', place: subProcess, scope: parent, past: [] }
  const scope: Scope = { id: nextNumber(board), node: subProcess, parent, token, past: [] }
  board.tokens.set(token.id, token)
  board.scopes.set(scope.id, scope)
  board.effects.push({ kind: 'nodeEntered', node: subProcess })
  entered.set(subProcess, scope.id)
  return scope.id
}

/** Looks at where a jump has led, once all is at rest; with force, what it risks is only said. */
export function refuseRisks(board: Board, { force }: Jump): void {
  const risks = risksOf(board)
  if (!isRisky(risks)) return
  if (force === true) {
    board.effects.push({ kind: 'jumpForced', ...risks })
    return
  }
  const { stranded, unvoted, unproven } = risks
  const why = [
    ...(stranded.length > 0 ? ['a join would wait for a branch that never comes'] : []),
    ...(unproven ? ['it is too large to prove that no join would wait'] : []),
    ...(unvoted ? ['it could be approved without anybody deciding'] : []),
  ]
  throw new Refusal('jump_refused', why.join(', and '), stranded)
}

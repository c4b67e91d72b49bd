import type { Node } from '../../definition/graph.ts'
import { atOnceOf } from '../../definition/elements/repeats.ts'
import { nextNumber, nodeOf, Refusal, sendTo, type Board } from '../board.ts'
import type { InstanceCommand } from '../command.ts'
import { changeStatus, clearBoard } from '../ending.ts'
import { isRisky, risksOf } from './jump-risks.ts'
import { instanceOf, openRun } from '../many/many.ts'
import type { Scope, Token } from '../state.ts'

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
  board.rejectedEnds = []
  board.returned = undefined
  if (board.status !== 'RUNNING') changeStatus(board, 'RUNNING')
  // Branches of one sub-process are branches of one run of it.
  const entered = new Map<string, readonly number[]>()
  for (const id of targets) {
    for (const scope of enterScopes(board, nodeOf(board, id).parent, entered)) {
      sendTo(board, { id: nextNumber(board), scope, past: [] }, id)
    }
  }
}

function isPlace(board: Board, id: string): boolean {
  const node = board.process.nodes.get(id)
  if (node === undefined || isForUndoing(board, node)) return false
  return node.kind !== 'start' && node.kind !== 'boundary'
}

/** What undoes something has no place in the flow, nor has what is in it. */
function isForUndoing(board: Board, { parent, undoes }: Node): boolean {
  if (undoes === true) return true
  const around = board.process.nodes.get(parent ?? '')
  return around !== undefined && isForUndoing(board, around)
}

/** The runs of a sub-process that a jump leads into: of many at once all of them. */
function enterScopes(
  board: Board,
  subProcess: string | undefined,
  entered: Map<string, readonly number[]>,
): readonly number[] {
  if (subProcess === undefined) return [0]
  const there = entered.get(subProcess)
  if (there !== undefined) return there
  const node = nodeOf(board, subProcess)
  const ids = enterScopes(board, node.parent, entered).flatMap((parent) =>
    enterRuns(board, node, parent),
  )
  entered.set(subProcess, ids)
  return ids
}

function enterRuns(board: Board, node: Node, parent: number): readonly number[] {
  const token = place(board, node, { id: nextNumber(board), scope: parent, past: [] })
  const rule = atOnceOf(node)
  if (rule === undefined) return [enterRun(board, node, token)]
  const run = openRun(board, token, node, rule)
  const items = Array.from({ length: run.many?.total ?? 0 }, (_, item) => item)
  return items.map((item) => {
    const one = place(board, node, instanceOf(board, run, item))
    return enterRun(board, node, one, { outcomes: [] })
  })
}

function place(board: Board, node: Node, token: Omit<Token, 'on' | 'place'>): Token {
  const placed = { ...token, on: 'node', place: node.id } as const
  board.tokens.set(placed.id, placed)
  return placed
}

function enterRun(
  board: Board,
  { id: node }: Node,
  token: Token,
  own: Pick<Scope, 'outcomes'> = {},
): number {
  const id = nextNumber(board)
  board.scopes.set(id, { id, node, parent: token.scope, token, past: [], ...own })
  board.effects.push({ kind: 'nodeEntered', node })
  return id
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

// Whether an approval may come to its end as approved from where it rests, though nobody decides.
import type {
  CompiledProcess,
  HandlerNode,
  Node,
  SubProcessNode,
  UserTaskNode,
} from '../../definition/graph.ts'
import { atOnceOf } from '../../definition/elements/repeats.ts'
import { nodeOf, type Board } from '../board.ts'
import { isHolding } from '../joins/complex-joins.ts'
import { listenersIn } from '../events/handlers.ts'
import type { Token } from '../state.ts'

/** `end`: the token is used up. `terminate`: it ends all others of its run with it. */
type Goal = 'end' | 'terminate'

export const canEndUnvoted = (board: Board): boolean => runEnds(board, 0)

/** All tokens of a run get to an end, or one of them ends the others. */
function runEnds(board: Board, scope: number): boolean {
  // What holds the place of a complex gateway that has gone on keeps nothing from ending.
  const tokens = [...board.tokens.values()].filter(
    (token) => token.scope === scope && !isHolding(token),
  )
  const run = board.scopes.get(scope)
  if (run?.many !== undefined) {
    const node = nodeOf(board, run.node)
    const goesOn = (token: Token) => leavesUnvoted(board, token, node)
    // One may be enough for all of them.
    return atOnceOf(node)?.until === undefined ? tokens.every(goesOn) : tokens.some(goesOn)
  }
  const around = run && nodeOf(board, run.node)
  if (around?.kind === 'subProcess' && around.adHoc?.until !== undefined) {
    // What goes on by itself may be enough, whoever else is asked.
    const goesOn = (token: Token) =>
      token.on === 'flow' || leavesUnvoted(board, token, nodeOf(board, token.place))
    if (tokens.some(goesOn)) return true
  }
  return (
    tokens.every((token) => getsTo(board, token, 'end')) ||
    tokens.some((token) => getsTo(board, token, 'terminate')) ||
    listenersIn(board, scope).some((handler) => endsAlone(board.process, handler))
  )
}

/** An event sub-process that ends all others may be all that is left. */
const endsAlone = (process: CompiledProcess, { start, begins }: HandlerNode): boolean =>
  begins.interrupting && walk(process, process.nodes.get(start)?.outgoing ?? [], 'end')

function getsTo(board: Board, token: Token, goal: Goal): boolean {
  const { process } = board
  if (token.on === 'flow') {
    return walk(process, [token.place], goal, heldIn(board, token))
  }
  const node = nodeOf(board, token.place)
  const goesOn = leavesUnvoted(board, token, node)
  if (goesOn && node.outgoing.length === 0 && isGoal(node, goal)) return true
  const flows = goesOn ? node.outgoing : []
  return walk(process, [...flows, ...overBorders(process, node, goal)], goal, heldIn(board, token))
}

/** Complex gateways that have gone on in the run of a token: what comes there later is let in, and leads nowhere. */
const heldIn = (board: Board, { scope }: Token): ReadonlySet<string> =>
  new Set(
    [...board.tokens.values()].flatMap((one) =>
      one.scope === scope && isHolding(one) ? [one.place] : [],
    ),
  )

/** Whether a token that rests goes on by itself: people who are asked now are not left out. */
function leavesUnvoted(board: Board, { id }: Token, node: Node): boolean {
  const inner = [...board.scopes.values()].find(({ token }) => token.id === id)
  if (inner !== undefined) return runEnds(board, inner.id)
  if (node.kind === 'userTask') return endsByTime(node)
  return node.kind !== 'call'
}

/** Follows flows past everything that nobody has to decide. */
function walk(
  process: CompiledProcess,
  flows: readonly string[],
  goal: Goal,
  held: ReadonlySet<string> = new Set(),
): boolean {
  const seen = new Set<string>()
  const stack = [...flows]
  for (let flow = stack.pop(); flow !== undefined; flow = stack.pop()) {
    const node = process.nodes.get(process.flows.get(flow)?.target ?? '')
    if (node === undefined || seen.has(node.id)) continue
    seen.add(node.id)
    if (goal === 'end' && held.has(node.id)) return true
    const goesOn = passes(process, node)
    if (goesOn && node.outgoing.length === 0 && isGoal(node, goal)) return true
    if (goesOn) stack.push(...node.outgoing)
    stack.push(...overBorders(process, node, goal))
  }
  return false
}

/** Of a node without a way on. */
function isGoal(node: Node, goal: Goal): boolean {
  if (node.kind !== 'end') return goal === 'end'
  if (node.variant === 'error' || node.variant === 'cancel') return false
  if (node.result === 'rejected') return false
  return goal === 'end' || node.variant === 'terminate'
}

/** Whether a token that comes to a node may go on from it although nobody decides there. */
function passes(process: CompiledProcess, node: Node): boolean {
  // It may not be done even once.
  if (node.repeat?.kind === 'times' || node.repeat?.before === true) return true
  switch (node.kind) {
    case 'userTask':
      return passesByPolicy(node) || endsByTime(node)
    case 'call':
      // A list to call for may be empty; a called approval has rules of its own on who decides it.
      return node.loop !== undefined
    case 'subProcess':
      return (
        walk(process, process.nodes.get(node.start)?.outgoing ?? [], 'end') ||
        (node.adHoc?.until !== undefined &&
          firstOf(process, node).some((one) => passes(process, one))) ||
        (process.handlers.get(node.id) ?? []).some((handler) => endsAlone(process, handler))
      )
    default:
      return true
  }
}

const firstOf = (process: CompiledProcess, { start }: SubProcessNode): readonly Node[] =>
  (process.nodes.get(start)?.outgoing ?? []).flatMap(
    (flow) => process.nodes.get(process.flows.get(flow)?.target ?? '') ?? [],
  )

function passesByPolicy({ policy, decision }: UserTaskNode): boolean {
  const { onEmpty, onInitiator } = policy
  const goesOn = decision.onReject === 'continue'
  return onEmpty === 'approve' || onInitiator === 'skip' || (onEmpty === 'reject' && goesOn)
}

function endsByTime({ timing, decision }: UserTaskNode): boolean {
  const result = timing.timeout?.result
  return result === 'approved' || (result === 'rejected' && decision.onReject === 'continue')
}

/** What goes on beside an activity can end it only together with all others. */
function overBorders(process: CompiledProcess, { id }: Node, goal: Goal): readonly string[] {
  return (process.boundaries.get(id) ?? []).flatMap(({ interrupting, outgoing }) =>
    interrupting || goal === 'terminate' ? outgoing : [],
  )
}

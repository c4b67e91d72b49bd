// What user tasks and calls have come to: in one of many at once it is seen there alone, until all have ended.
import type { CompiledProcess } from '../../definition/graph.ts'
import { nodeOf, type Board } from '../board.ts'
import { scopesAround } from '../scopes.ts'
import type { InstanceEnd, Outcome, Scope, Token, Visit } from '../state.ts'

type Result = Outcome[1]

/** Notes what a node has come to, where its token is. */
export function noteOutcome(board: Board, token: Token, node: string, result: Result): void {
  const run = board.scopes.get(token.scope)
  if (run?.many === undefined) setOutcomes(board, token.scope, [[node, result]])
  else noteEnd(board, run, { item: token.turns ?? 0, result, outcomes: [] })
}

/** Notes what one of many has come to. It counts once nothing of it is under way. */
export function noteEnd(board: Board, run: Scope, end: InstanceEnd): void {
  const { many } = run
  if (many === undefined) return
  const others = many.ended.filter(({ item }) => item !== end.item)
  board.scopes.set(run.id, { ...run, many: { ...many, ended: [...others, end] } })
}

/** Hands on what was decided in a run that is over, or is only set up for a way straight back. */
export function handOn(board: Board, run: Scope): void {
  const { node, parent, token, outcomes, many } = run
  const around = board.scopes.get(parent)
  if (outcomes !== undefined && around !== undefined) {
    const isRejected = outcomes.some(
      ([id, result]) => result === 'rejected' && nodeOf(board, id).kind === 'end',
    )
    const result = isRejected ? 'rejected' : 'approved'
    noteEnd(board, around, { item: token.turns ?? 0, run: run.id, result, outcomes })
  }
  if (many !== undefined) {
    const own: Outcome[] =
      nodeOf(board, node).kind === 'userTask' ? [[node, resultOf(endedIn(board, run))]] : []
    setOutcomes(board, parent, [...own, ...togetherOf(endedIn(board, run))])
  }
}

/** Of those that are under way again an earlier end counts no more. */
export function forgetEnds(board: Board, run: Scope): void {
  const { many } = run
  if (many === undefined) return
  board.scopes.set(run.id, { ...run, many: { ...many, ended: endedIn(board, run) } })
}

/** What those came to of which nothing is under way any more. */
export function endedIn(board: Board, { id, many }: Scope): readonly InstanceEnd[] {
  const tokens = [...board.tokens.values()].filter(({ scope }) => scope === id)
  const underWay = new Set(tokens.map(({ turns }) => turns))
  return (many?.ended ?? []).filter(({ item }) => !underWay.has(item))
}

/** One rejection is a rejection: what to make of several is said by the completion condition. */
export const resultOf = (ended: readonly Pick<InstanceEnd, 'result'>[]): Result =>
  ended.some(({ result }) => result === 'rejected') ? 'rejected' : 'approved'

function togetherOf(ended: readonly InstanceEnd[]): readonly Outcome[] {
  const together = new Map<string, Result>()
  for (const [node, result] of ended.flatMap(({ outcomes }) => outcomes)) {
    if (together.get(node) !== 'rejected') together.set(node, result)
  }
  return [...together]
}

/** The results that are seen in a run: of many at once, those that have ended together, and in one of them its own. */
export function outcomesSeenIn(board: Board, scope: number): ReadonlyMap<string, string> {
  const seen = new Map<string, string>(board.outcomes)
  for (const run of scopesAround(board, scope)) {
    const ended = run.many && endedIn(board, run)
    const own = run.outcomes ?? (ended && togetherOf(ended))
    if (own === undefined) continue
    if (ended !== undefined && nodeOf(board, run.node).kind === 'userTask') {
      // Before any has ended nothing is known of it, whatever it came to the last time.
      seen.delete(run.node)
      if (ended.length > 0) seen.set(run.node, resultOf(ended))
    }
    for (const id of seen.keys()) if (isWithin(board.process, id, run.node)) seen.delete(id)
    for (const [id, result] of own) seen.set(id, result)
  }
  return seen
}

/** What was decided on a visit that is undone. */
export function forgetOutcome(board: Board, { node, inside = [] }: Visit): void {
  board.outcomes.delete(node)
  for (const id of inside) {
    const run = board.scopes.get(id)
    if (run?.outcomes === undefined) continue
    const outcomes = run.outcomes.filter(([one]) => one !== node)
    board.scopes.set(id, { ...run, outcomes })
  }
}

function setOutcomes(board: Board, scope: number, outcomes: readonly Outcome[]): void {
  const run = scopesAround(board, scope).findLast((one) => one.outcomes !== undefined)
  if (run === undefined) {
    for (const [node, result] of outcomes) board.outcomes.set(node, result)
    return
  }
  const now = new Map([...(run.outcomes ?? []), ...outcomes])
  board.scopes.set(run.id, { ...run, outcomes: [...now] })
}

function isWithin(process: CompiledProcess, id: string, around: string): boolean {
  const parent = process.nodes.get(id)?.parent
  return parent !== undefined && (parent === around || isWithin(process, parent, around))
}

// Multi-instance at once: a run that holds the instances, each on a token of its own.
import { atOnceOf } from '../../definition/elements/repeats.ts'
import type { LoopRule, Node } from '../../definition/graph.ts'
import { MAX_INSTANCES } from '../../max-calls.ts'
import { nextNumber, Refusal, sendTo, StateCorrupt, type Board } from '../board.ts'
import { beginLoop, isComplete, type Progress } from './loops.ts'
import { endedIn, forgetEnds } from './outcomes.ts'
import { forgetRejectedEnds } from '../returns/rejected-ends.ts'
import { clearScope, endRun } from '../scopes.ts'
import type { Many, Scope, Token } from '../state.ts'
import { undoAll } from '../returns/undoing.ts'

/** The run that a token is one of many in. */
export const runOfMany = (board: Board, { scope }: Pick<Token, 'scope'>): Scope | undefined => {
  const run = board.scopes.get(scope)
  return run?.many === undefined ? undefined : run
}

/** Whether it is the run of one of many: what is on the border of the activity is about all of them. */
export const isOneOfMany = (board: Board, { parent }: Pick<Scope, 'parent'>): boolean =>
  board.scopes.get(parent)?.many !== undefined

/** Opens the run for the instances of an activity; without any where it is not done even once. */
export function openRun(board: Board, token: Token, node: Node, rule: LoopRule): Scope {
  const { total, items } = beginLoop(board, node, rule, token)
  const underWay = [...board.tokens.values()].filter((one) => runOfMany(board, one) !== undefined)
  if (underWay.length + total > MAX_INSTANCES) {
    const message = `${node.name} would be done ${total} times beside ${underWay.length} others, ${MAX_INSTANCES} at most`
    throw new Refusal('too_many_calls', message, [node.id])
  }
  const many = { total, ...(items === undefined ? {} : { items }), ended: [] }
  const run = { id: nextNumber(board), node: node.id, parent: token.scope, token, past: [], many }
  board.scopes.set(run.id, run)
  return run
}

/** A token for one of the instances, as it comes to the activity. */
export const instanceOf = (board: Board, { id: scope, token }: Scope, item: number) => ({
  id: nextNumber(board),
  scope,
  past: token.past,
  turns: item,
})

/** Begins all instances; false where there are none. */
export function beginMany(board: Board, token: Token, node: Node, rule: LoopRule): boolean {
  const run = openRun(board, token, node, rule)
  const total = run.many?.total ?? 0
  if (total === 0) endRun(board, run.id)
  for (let item = 0; item < total; item += 1) sendTo(board, instanceOf(board, run, item), node.id)
  return total > 0
}

/** One of many is done: its token goes, and the run remembers what led here. */
export function endInstanceOf(board: Board, token: Token, node: Node): Scope {
  board.tokens.delete(token.id)
  const open = runOfMany(board, token)
  if (open === undefined) {
    throw new StateCorrupt(`${node.id} has not many instances`)
  }
  const run = { ...open, past: [...new Set([...open.past, ...token.past])] }
  board.scopes.set(run.id, run)
  return run
}

/** How far those in a run are. */
export function progressOf(board: Board, run: Scope, { total }: Pick<Many, 'total'>): Progress {
  const ended = endedIn(board, run).map(({ item, result }) => [item, result] as const)
  return { id: run.node, token: { ...run.token, scope: run.id }, loop: { total, ended } }
}

/** Ends the others where the completion condition says that enough have ended. */
export function completeRun(board: Board, id: number, node: Node): void {
  const rule = atOnceOf(node)
  const run = board.scopes.get(id)
  // What one of them has thrown may have ended all of them.
  if (rule === undefined || run?.many === undefined) return
  if (!isComplete(board, rule, progressOf(board, run, run.many))) return
  forgetEnds(board, run)
  clearScope(board, run.id, undefined, 'decided')
}

/**
 * Begins those anew that were ended because others were enough, where a return goes back behind that.
 *
 * @param runs That a return has set up again, once what it goes back to is there.
 */
export function beginCutOff(board: Board, runs: readonly Scope[]): void {
  for (const { id } of runs) {
    const run = board.scopes.get(id)
    if (run?.many === undefined) continue
    undoCutOff(board, run)
    const tokens = [...board.tokens.values()].filter(({ scope }) => scope === id)
    const known = new Set([
      ...tokens.map(({ turns }) => turns),
      ...run.many.ended.map(({ item }) => item),
    ])
    for (let item = 0; item < run.many.total; item += 1) {
      if (!known.has(item)) sendTo(board, instanceOf(board, run, item), run.node)
    }
  }
}

/** What was done in those that begin anew is undone, and the ends that they had reached are forgotten. */
function undoCutOff(board: Board, { id, many }: Scope): void {
  const ended = new Set(many?.ended.map(({ run }) => run))
  // Approvals that began when ends were kept without their runs do not say which had ended: nothing is undone in them.
  if (ended.has(undefined)) return
  const isCutOff = (path: readonly number[]): boolean => {
    const at = path.indexOf(id)
    const one = at < 0 ? undefined : path[at + 1]
    return one !== undefined && !board.scopes.has(one) && !ended.has(one)
  }
  undoAll(board, ({ within, run }) =>
    isCutOff([...within.map(([around]) => around), ...(run === undefined ? [] : [run.id])]),
  )
  forgetRejectedEnds(board, ({ within }) => isCutOff(within))
}

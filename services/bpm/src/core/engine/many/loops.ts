import type {
  CallNode,
  Expression,
  ExpressionScope,
  LoopRule,
  Node,
} from '../../definition/graph.ts'
import { MAX_CALLS } from '../../max-calls.ts'
import { Refusal, type Board } from '../board.ts'
import { evaluate, evaluateIn } from '../people/people.ts'
import { resultOf } from './outcomes.ts'
import { expressionScope, localsOf } from '../seen.ts'
import type { Call, Loop, Token } from '../state.ts'

/** What multi-instance comes to for one visit: settled as the visit begins. */
export function beginLoop(
  board: Board,
  { id, name }: Pick<Node, 'id' | 'name'>,
  { over }: LoopRule,
  token: Token,
): Loop {
  const value = evaluate(board, over.value, id, token)
  const items = over.kind === 'each' ? textsOf(value) : undefined
  const total = over.kind === 'each' ? items?.length : countOf(value)
  if (total === undefined) {
    const wanted = over.kind === 'each' ? 'list of texts' : 'whole number'
    throw new Refusal('expression_failed', `"${over.value.text}" gives no ${wanted}`, [id])
  }
  if (total > MAX_CALLS) {
    throw new Refusal(
      'too_many_calls',
      `${name} would be done ${total} times, ${MAX_CALLS} at most`,
      [id],
    )
  }
  return { total, ...(items === undefined ? {} : { items }), ended: [] }
}

function textsOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const texts = value.filter((one: unknown): one is string => typeof one === 'string')
  return texts.length === value.length ? texts : undefined
}

function countOf(value: unknown): number | undefined {
  const count = typeof value === 'bigint' ? Number(value) : value
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined
}

/**
 * Which of its calls a token has still to begin: the one of a plain call, all of many, or the next of
 * those in turn. What a return had put aside goes on with those that had not ended.
 */
export function itemsToCall(
  { loop: rule }: CallNode,
  { loop }: Token,
  underWay: readonly Call[],
): readonly (number | undefined)[] {
  if (loop === undefined) return underWay.length === 0 ? [undefined] : []
  const begun = new Set([...loop.ended.map(([item]) => item), ...underWay.map(({ item }) => item)])
  const all = Array.from({ length: loop.total }, (_, item) => item)
  const ahead = all.filter((item) => !begun.has(item))
  if (rule?.sequential !== true) return ahead
  return underWay.length === 0 ? ahead.slice(0, 1) : []
}

export const countEnd = (loop: Loop, item: number, result: 'approved' | 'rejected'): Loop => ({
  ...loop,
  ended: [...loop.ended, [item, result]],
})

/** How far many are, where their conditions look from. */
export interface Progress {
  readonly id: string
  readonly token: Token
  readonly loop: Loop
}

/** All have ended, or as many as the completion condition asks for. */
export function isComplete(board: Board, rule: LoopRule, progress: Progress): boolean {
  const { total, ended } = progress.loop
  if (ended.length >= total) return true
  return rule.until !== undefined && isSoOf(board, rule, rule.until, progress)
}

/** Whether a condition holds that sees how many have ended. */
export function isSoOf(
  board: Board,
  rule: LoopRule,
  condition: Expression,
  { id, token, loop: { total, ended } }: Progress,
): boolean {
  const underWay = rule.sequential ? 0 : total - ended.length
  const scope = expressionScope(board, token)
  const numbers = {
    nrOfInstances: total,
    nrOfActiveInstances: underWay,
    nrOfCompletedInstances: ended.length,
    nrOfApprovedInstances: ended.filter(([, result]) => result === 'approved').length,
    nrOfRejectedInstances: ended.filter(([, result]) => result === 'rejected').length,
  }
  const variables = { ...scope.variables, ...numbers }
  return evaluateIn(board, { ...scope, variables }, condition, id) === true
}

export const outcomeOf = ({ ended }: Loop): 'approved' | 'rejected' =>
  resultOf(ended.map(([, result]) => ({ result })))

/** What the values handed over can speak of: of many, also which one it is. */
export function scopeOfItem(
  board: Board,
  { loop: rule }: CallNode,
  token: Token,
  item: number | undefined,
): ExpressionScope {
  const scope = expressionScope(board, token)
  if (item === undefined) return scope
  return { ...scope, variables: { ...scope.variables, ...localsOf(rule, token.loop, item) } }
}

import type { VariableDeclaration } from '../variables.ts'
import {
  checkExpression,
  constantOf,
  ExpressionInvalid,
  looksInNothing,
  parseExpression,
} from './expression.ts'

export const reads = 'conditions and expressions (CEL)'
export const tries = 3000
export const seeds = [
  '${amount > 1000 && kind == "travel"}',
  'users.exists(u, u == initiator) || "finance" in outcomes',
  'date(due) < date("2026-01-31") ? variables["a b"] : [1, 2u, 3.5][0]',
  '{"a": 1}.a == 1 && !urgent && size(kind) % 2 == 0',
]
export const words = [
  '.exists(x, ',
  '.map(x, ',
  'matches',
  'timestamp(',
  'duration("1h")',
  "b'",
  'r"',
  'type(',
]

const declared: readonly VariableDeclaration[] = [
  { name: 'amount', type: 'number', required: false },
  { name: 'kind', type: 'string', required: false },
  { name: 'due', type: 'date', required: false },
  { name: 'urgent', type: 'boolean', required: false },
  { name: 'users', type: 'users', required: false },
]
const people = Array.from({ length: 50 }, (_, at) => `0190aaaa-0000-7000-8000-0000000000${10 + at}`)
const scope = {
  variables: { amount: 12.5, kind: 'travel', due: '2026-01-31', urgent: true, users: people },
  initiator: people[0] ?? '',
  outcomes: new Map([['review', 'approved']]),
}

/** Reading throws nothing but {@link ExpressionInvalid}; what was read can be asked all that it is asked, and gives an end. */
export function check(bytes: Buffer): void {
  const text = bytes.toString()
  try {
    const expression = parseExpression(text)
    checkExpression(expression, declared, ['bool'])
    constantOf(expression)
    looksInNothing(expression)
    evaluate(() => expression.evaluate(scope))
  } catch (error) {
    if (!(error instanceof ExpressionInvalid)) throw error
  }
}

/** What fails when it is evaluated is told as an incident of the approval; only that it ends is looked at. */
function evaluate(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw error
  }
}

import { checkCount, readExpression, type RuleReader } from '../xml/attributes.ts'
import { isName, unwrap, type Locals } from '../expression.ts'
import { extension } from '../xml/extension.ts'
import { attributesOf, refuseForeign, type ForeignReader } from '../foreign/foreign.ts'
import type { LoopRule, Node } from '../graph.ts'
import { settle } from '../xml/import-notes.ts'
import { readEnding } from './many-endings.ts'
import { itemsOf, multiInstanceOf } from './multi-instance.ts'
import { refuseMisplaced } from '../xml/placement.ts'
import { elementOf, textOf, type ModdleElement } from '../xml/xml.ts'

/** What the values handed over to one of many can speak of, besides the variables. */
export const localsOfItem = ({ as }: LoopRule): Locals => ({
  loopCounter: 'int',
  ...(as === undefined ? {} : { [as]: 'string' as const }),
})

/** Multi-instance of a node, if it has any. */
export function loopOf(node: Node): LoopRule | undefined {
  const repeated = node.repeat?.kind === 'times' ? node.repeat.loop : undefined
  return node.kind === 'call' ? node.loop : repeated
}

/** What the completion condition can speak of: shares are meant by `/`, so they are no integers. */
export const localsOfCompletion: Locals = {
  nrOfInstances: 'double',
  nrOfActiveInstances: 'double',
  nrOfCompletedInstances: 'double',
  nrOfApprovedInstances: 'double',
  nrOfRejectedInstances: 'double',
}

/** Multi-instance of whatever is no user task; undefined where it is done once. */
export function readLoop(
  foreign: ForeignReader,
  rules: RuleReader,
  element: ModdleElement,
): LoopRule | undefined {
  const loop = multiInstanceOf(rules, element, 'name a list by approval:each')
  if (loop === undefined) return undefined
  refuseForeign(foreign, rules.id, loop, ['collection', 'elementVariable'])
  refuseMisplaced(loop, rules.id, rules.report, ['each'])
  const own = extension(loop, 'Each')
  const items = itemsOf(loop)
  const { collection = items.list, elementVariable = items.as } = attributesOf(foreign, loop)
  const list = own === undefined ? (collection ?? '') : textOf(own, 'value')
  const as = (own === undefined ? (elementVariable ?? '') : textOf(own, 'as')).trim()
  const count = bodyOf(loop, 'loopCardinality')
  if (own !== undefined) {
    const names = ['collection', 'elementVariable']
    settle(foreign, rules.id, names, { outcome: 'ignored', wins: 'approval:each' })
  }
  if ((list.trim() === '') === (count === undefined)) {
    const message = 'say how often it is done: by loopCardinality, or by approval:each with a list'
    rules.report(rules.id, 'loop_cardinality', message)
    return undefined
  }
  if (as !== '' && (!isName(as) || as === 'loopCounter')) {
    rules.report(rules.id, 'value_invalid', `"${as.slice(0, 80)}" cannot be the name of a value`)
    return undefined
  }
  const value = readExpression(rules, count ?? list)
  if (value === undefined) return undefined
  if (count !== undefined) checkCount(rules, value)
  const { until, throws } = readEnding(rules, loop)
  if (throws !== undefined && element.$type === 'bpmn:CallActivity') {
    const message =
      'multi-instance with behavior is not supported for calls: throw the signal behind the call, in a sub-process'
    rules.report(rules.id, 'element_unsupported', message)
  }
  return {
    sequential: loop['isSequential'] === true,
    over: { kind: count === undefined ? 'each' : 'count', value },
    as: as === '' || count !== undefined ? undefined : as,
    until,
    throws,
  }
}

function bodyOf(loop: ModdleElement, name: string): string | undefined {
  const expression = elementOf(loop, name)
  return expression === undefined ? undefined : unwrap(textOf(expression, 'body'))
}

// What multi-instance comes to as its instances end: when enough have, and what is thrown then (BPMN 2.0.2, 10.3.8).
import { readExpression, type RuleReader } from '../xml/attributes.ts'
import { namedSignalOf } from '../events/event-names.ts'
import { unwrap } from '../expression.ts'
import type { Expression, LoopRule, ThrownAtEnd } from '../graph.ts'
import { elementOf, elementsOf, textOf, type ModdleElement } from '../xml/xml.ts'

interface Ending extends Pick<LoopRule, 'until' | 'throws'> {
  /** Whether a `behavior` says anything. */
  readonly isSaid: boolean
}

/**
 * Each throws a signal with behavior None, the first with One, those that end while a condition holds with Complex. Such
 * a condition ends the others, too, as the completion condition does.
 */
export function readEnding(rules: RuleReader, loop: ModdleElement): Ending {
  const complex = loop['behavior'] === 'Complex' ? readComplexOnes(rules, loop) : []
  const throws = [...plainOnes(rules, loop), ...complex.flatMap((one) => one.throws)]
  const completion = elementOf(loop, 'completionCondition')
  const own = completion === undefined ? [] : [unwrap(textOf(completion, 'body'))]
  const conditions = [...own, ...complex.map(({ when }) => when.text)]
  return {
    until: anyOf(rules, conditions),
    throws: throws.length === 0 ? undefined : throws,
    isSaid: throws.length > 0 || complex.length > 0,
  }
}

function anyOf(rules: RuleReader, conditions: readonly string[]): Expression | undefined {
  const [only, another] = conditions
  if (only === undefined) return undefined
  const text = another === undefined ? only : conditions.map((one) => `(${one})`).join(' || ')
  return readExpression(rules, text)
}

function plainOnes(rules: RuleReader, loop: ModdleElement): readonly ThrownAtEnd[] {
  const { behavior } = loop
  if (behavior !== 'None' && behavior !== 'One') return []
  const event = elementOf(
    loop,
    behavior === 'None' ? 'noneBehaviorEventRef' : 'oneBehaviorEventRef',
  )
  return event === undefined ? [] : thrownBy(rules, event, behavior === 'None' ? 'each' : 'first')
}

function readComplexOnes(rules: RuleReader, loop: ModdleElement) {
  return elementsOf(loop, 'complexBehaviorDefinition').flatMap((definition) => {
    const condition = elementOf(definition, 'condition')
    const text = condition === undefined ? '' : unwrap(textOf(condition, 'body'))
    const when = readExpression(rules, text)
    if (when === undefined) return []
    const event = elementOf(definition, 'event')
    const events = event === undefined ? [] : elementsOf(event, 'eventDefinitions')
    return [{ when, throws: events.flatMap((one) => thrownBy(rules, one, when)) }]
  })
}

function thrownBy(
  rules: RuleReader,
  event: ModdleElement,
  on: ThrownAtEnd['on'],
): readonly ThrownAtEnd[] {
  const named = namedSignalOf(event, rules.id, rules.report)
  if (event.$type === 'bpmn:SignalEventDefinition' && named.signal !== '') return [{ on, ...named }]
  const message =
    'multi-instance with behavior is not supported here: it throws signals that have a name, or nothing'
  rules.report(rules.id, 'element_unsupported', message)
  return []
}

/**
 * Token quantities (BPMN 2.0.2, 10.3.1 and 13.3.2): how many tokens an activity waits for, over any of its flows, and how
 * many it sends along each of those that it leaves by.
 */
import type { RuleReader } from '../xml/attributes.ts'
import type { CompiledProcess, Node } from '../graph.ts'
import type { ModdleElement, Report } from '../xml/xml.ts'

/** Of one activity. */
const MAX_QUANTITY = 100

type Quantities = Pick<Node, 'startQuantity' | 'completionQuantity'>

export function readQuantities(rules: RuleReader, element: ModdleElement): Quantities {
  const [start, completion] = (['startQuantity', 'completionQuantity'] as const).map((name) =>
    readQuantity(rules, element, name),
  )
  return {
    ...(start === undefined ? {} : { startQuantity: start }),
    ...(completion === undefined ? {} : { completionQuantity: completion }),
  }
}

/** undefined where it is one, as without it. */
function readQuantity(
  { id, report }: RuleReader,
  element: ModdleElement,
  name: string,
): number | undefined {
  const quantity = element[name]
  if (quantity === undefined || quantity === 1) return undefined
  const isOne = typeof quantity === 'number' && Number.isInteger(quantity)
  if (isOne && quantity > 1 && quantity <= MAX_QUANTITY) return quantity
  report(id, 'value_invalid', `${name} must be a whole number from 1 to ${MAX_QUANTITY}`)
  return undefined
}

/** Whether it begins only when several tokens have come: they wait in front of it, as at a join. */
export const isGathering = ({ startQuantity = 1 }: Pick<Node, 'startQuantity'>): boolean =>
  startQuantity > 1

/** The flows that an activity leaves by, each as often as it sends a token along it. */
export const sentAlong = (
  { completionQuantity = 1 }: Pick<Node, 'completionQuantity'>,
  flows: readonly string[],
): readonly string[] =>
  flows.flatMap((flow) => Array.from({ length: completionQuantity }, () => flow))

/** Quantities that nothing could come of, as no flow is there. */
export function findQuantityProblems({ nodes }: CompiledProcess, report: Report): void {
  for (const { id, incoming, outgoing, startQuantity, completionQuantity } of nodes.values()) {
    if (startQuantity !== undefined && incoming.length === 0) {
      report(id, 'value_invalid', 'no flow leads here to bring tokens: remove startQuantity')
    }
    if (completionQuantity !== undefined && outgoing.length === 0) {
      report(id, 'value_invalid', 'no flow leads on to send tokens: remove completionQuantity')
    }
  }
}

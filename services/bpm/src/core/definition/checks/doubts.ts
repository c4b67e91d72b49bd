// What a document says that BPMN does not allow, or that nothing is done by: it runs, and something else was probably meant.
import type { DefinitionProblem } from '../problem.ts'
import {
  childrenOf,
  MODEL,
  readSource,
  valueOf,
  type Source,
  type SourceElement,
} from '../repair/source.ts'

const mostDoubts = 100

type Doubt = (source: Source, element: SourceElement, ways: Ways) => string | undefined

/** What is doubted, by the code that it is told by. */
const doubts: Readonly<Record<string, Doubt>> = {
  gateway_direction: doubtDirection,
  gateway_idle: doubtGateway,
  element_twice: doubtTwice,
  without_effect: doubtEffect,
  error_interrupts: doubtInterrupting,
  escalation_uncoded: doubtEscalation,
  definition_shared: doubtDefinition,
}

/** What runs in another way than it is drawn, or breaks a rule that others go by; at most a hundred. */
export function findDoubts(xml: string): readonly DefinitionProblem[] {
  const source = readSource(xml)
  const executable =
    source === undefined
      ? undefined
      : childrenOf(source.root, 'process').find((one) => valueOf(one, 'isExecutable') === 'true')
  if (source === undefined || executable === undefined) return []
  const ways = countWays(source)
  const found: DefinitionProblem[] = []
  for (const element of source.elements) {
    if (found.length >= mostDoubts) break
    // What is within is told of by what is drawn, which alone has an id for sure.
    if (element.uri !== MODEL || element.from < executable.from || element.to > executable.to)
      continue
    for (const [code, doubt] of Object.entries(doubts)) {
      const message = doubt(source, element, ways)
      if (message !== undefined) found.push({ element: idAround(element), code, message })
    }
  }
  return found.slice(0, mostDoubts)
}

/** How many flows lead to each element, and from it. */
interface Ways {
  readonly to: ReadonlyMap<string, number>
  readonly from: ReadonlyMap<string, number>
}

function countWays({ elements }: Source): Ways {
  const [to, from] = [new Map<string, number>(), new Map<string, number>()]
  for (const one of elements) {
    if (one.uri !== MODEL || one.local !== 'sequenceFlow') continue
    const [source, target] = [valueOf(one, 'sourceRef'), valueOf(one, 'targetRef')]
    from.set(source, (from.get(source) ?? 0) + 1)
    to.set(target, (to.get(target) ?? 0) + 1)
  }
  return { to, from }
}

function idAround(element: SourceElement): string {
  for (let one: SourceElement | undefined = element; one !== undefined; one = one.parent) {
    // The definition of an event is found in a drawing by its event.
    const id = one.local.endsWith('EventDefinition') ? '' : valueOf(one, 'id')
    if (id !== '') return id
  }
  return ''
}

const waysOf = (element: SourceElement, { to, from }: Ways) => {
  const id = valueOf(element, 'id')
  return { incoming: to.get(id) ?? 0, outgoing: from.get(id) ?? 0 }
}

/** BPMN 2.0.2, table 10.104. */
function doubtDirection(_: Source, element: SourceElement, ways: Ways): string | undefined {
  const says = element.local.endsWith('Gateway') ? valueOf(element, 'gatewayDirection') : ''
  const { incoming, outgoing } = waysOf(element, ways)
  const fits =
    says === 'Diverging'
      ? incoming < 2 && outgoing > 1
      : says === 'Converging'
        ? incoming > 1 && outgoing < 2
        : says !== 'Mixed' || (incoming > 1 && outgoing > 1)
  if (fits) return undefined
  return `its gatewayDirection is ${says}, and ${incoming} flows lead to it, ${outgoing} from it: it runs as it is drawn`
}

/** BPMN 2.0.2, section 10.6: a gateway merges or splits. */
function doubtGateway(_: Source, element: SourceElement, ways: Ways): string | undefined {
  if (!/^(?:exclusive|inclusive|parallel|complex)Gateway$/.test(element.local)) return undefined
  const { incoming, outgoing } = waysOf(element, ways)
  if (incoming > 1 || outgoing > 1) return undefined
  return 'it neither splits nor joins: lead another flow to it or from it, or remove it'
}

/** What a parser reads once: the last counts. */
const once =
  /^(?:extensionElements|conditionExpression|\w*LoopCharacteristics|loop(?:Cardinality|Condition)|completionCondition|activationCondition|condition|time(?:Date|Duration|Cycle))$/

function doubtTwice(_: Source, { children }: SourceElement): string | undefined {
  const kinds = new Set<string>()
  for (const { uri, local } of children) {
    if (uri !== MODEL || !once.test(local)) continue
    const kind = local.endsWith('LoopCharacteristics') ? 'loop' : local
    if (kinds.has(kind)) return `it has more than one ${local}: the last counts, keep one`
    kinds.add(kind)
  }
  return undefined
}

function doubtEffect(_: Source, element: SourceElement): string | undefined {
  if (element.local === 'sequenceFlow' && valueOf(element, 'isImmediate') === 'false') {
    return 'isImmediate has no effect: nothing is done between the elements that a flow joins'
  }
  const isMany = element.local === 'multiInstanceLoopCharacteristics'
  const isComplex = valueOf(element, 'behavior') === 'Complex'
  if (!isMany || isComplex || childrenOf(element, 'complexBehaviorDefinition').length === 0)
    return undefined
  return 'complexBehaviorDefinition has no effect without behavior="Complex"'
}

function doubtInterrupting(_: Source, element: SourceElement): string | undefined {
  const says = element.local === 'startEvent' ? 'isInterrupting' : 'cancelActivity'
  if (element.local !== 'startEvent' && element.local !== 'boundaryEvent') return undefined
  const isError = childrenOf(element, 'errorEventDefinition').length > 0
  if (!isError || valueOf(element, says) !== 'false') return undefined
  return `an error ends what it is thrown in, whatever ${says} says`
}

/** Of an escalation that is thrown: BPMN 2.0.2, table 10.88. */
function doubtEscalation({ byId }: Source, element: SourceElement): string | undefined {
  const thrower = element.parent?.local
  const isThrown = thrower === 'endEvent' || thrower === 'intermediateThrowEvent'
  if (!isThrown || element.local !== 'escalationEventDefinition') return undefined
  const escalations = byId.get(valueOf(element, 'escalationRef')) ?? []
  if (escalations.some((one) => valueOf(one, 'escalationCode') !== '')) return undefined
  return 'what is thrown has no escalationCode: an event waits for it by that, or for any'
}

/** Only what stands by itself in the document is shared: BPMN 2.0.2, table 10.82. */
function doubtDefinition(source: Source, element: SourceElement): string | undefined {
  if (element.local !== 'eventDefinitionRef') return undefined
  const name = source.xml.slice(element.openTo, element.closeFrom).trim()
  const [shared] = source.byId.get(name) ?? []
  if (shared?.parent === undefined || shared.parent === source.root) return undefined
  return `it shares the definition ${name} of another event: give it one of its own, or put it beside the processes`
}

import { checkCount, readExpression, type RuleReader } from '../xml/attributes.ts'
import { readEnding } from './many-endings.ts'
import { unwrap } from '../expression.ts'
import { extension } from '../xml/extension.ts'
import {
  attributesOf,
  isOfRuoYi,
  refuseForeign,
  strategyOf,
  type ForeignReader,
} from '../foreign/foreign.ts'
import type { CandidateRule, DecisionRule, Repetition } from '../graph.ts'
import { settle } from '../xml/import-notes.ts'
import { refuseMisplaced } from '../xml/placement.ts'
import { defaultDecision } from './rules.ts'
import { elementOf, textOf, type ModdleElement } from '../xml/xml.ts'

/** Multi-instance as it is written; what it takes to and from data objects is named, with a cure. */
export function multiInstanceOf(
  rules: RuleReader,
  element: ModdleElement,
  cure: string,
): ModdleElement | undefined {
  const loop = elementOf(element, 'loopCharacteristics')
  if (loop?.$type !== 'bpmn:MultiInstanceLoopCharacteristics') return undefined
  const data = ['loopDataOutputRef', 'outputDataItem']
  const used = data.filter((name) => elementOf(loop, name) !== undefined)
  for (const name of used) {
    const message = `multi-instance with ${name} is not supported: ${cure}`
    rules.report(rules.id, 'element_unsupported', message)
  }
  return loop
}

/** Whether a user task is there for each of a list: what that is for is read as of any other activity. */
export const isForEach = (loop: ModdleElement): boolean => extension(loop, 'Each') !== undefined

/** What many are done for, in the words of BPMN: the data that the list is, by its name, and what each item is called. */
export function itemsOf(loop: ModdleElement): {
  readonly list: string | undefined
  readonly as: string | undefined
} {
  const data = elementOf(loop, 'loopDataInputRef')
  const item = elementOf(loop, 'inputDataItem')
  const nameOf = (one: ModdleElement | undefined) =>
    one === undefined ? undefined : textOf(one, 'name') || textOf(one, 'id') || undefined
  return { list: nameOf(data), as: nameOf(item) }
}

export interface MultiInstance {
  readonly candidates: readonly CandidateRule[]
  readonly decision: DecisionRule
  /** Where the same people are asked so many times. */
  readonly repeat?: Repetition | undefined
}

/**
 * Multi-instance of a user task: one person each of a `users` variable, all of them at once or one
 * after the other. It is the same thing as `candidates` with a `decision`, and is turned into it. A
 * cardinality is the size of a list that the assignee is taken from by number, or how often the task is there
 * for those who are named: so many tasks with a decision each, as BPMN has it.
 */
export function readMultiInstance(
  reader: ForeignReader,
  rules: RuleReader,
  element: ModdleElement,
): MultiInstance | undefined {
  const written = elementOf(element, 'loopCharacteristics')
  if (written === undefined || isForEach(written)) return undefined
  const loop = multiInstanceOf(rules, element, 'name the people by a collection')
  if (loop === undefined) return undefined
  refuseForeign(reader, rules.id, loop, ['collection', 'elementVariable'])
  refuseMisplaced(loop, rules.id, rules.report)
  const { list, as = '' } = itemsOf(loop)
  const { collection = list, elementVariable = as } = attributesOf(reader, loop)
  const { assignee } = attributesOf(reader, element)
  const cardinality = cardinalityOf(loop)
  const counted = listOf(cardinality, assignee)
  // The people of a strategy are known to the task itself, whatever the list is called.
  const overVariable =
    collection !== undefined &&
    unwrap(collection) !== elementVariable &&
    !isOfRuoYi(collection) &&
    strategyOf(reader, element) === undefined
  if (overVariable && assignee !== undefined && unwrap(assignee) !== elementVariable) {
    settle(reader, rules.id, ['assignee'], { outcome: 'refused' })
    rules.report(rules.id, 'foreign_attribute', `assignee must be \${${elementVariable}} here`)
  }
  const name = overVariable ? unwrap(collection) : counted
  if (counted === undefined && cardinality !== undefined) {
    return { candidates: [], ...readCount(rules, loop, { cardinality, overVariable }) }
  }
  if (readEnding(rules, loop).isSaid) {
    const message =
      'multi-instance with behavior is not supported for the seats of one decision: take approval:each'
    rules.report(rules.id, 'element_unsupported', message)
  }
  const candidate: CandidateRule[] =
    name === undefined ? [] : [{ kind: 'variable', name, weight: 1 }]
  return { candidates: candidate, decision: readCompletion(rules, loop) }
}

/** As it is written; undefined where it is one, as without it. */
function cardinalityOf(loop: ModdleElement): string | undefined {
  const cardinality = elementOf(loop, 'loopCardinality')
  const text = cardinality === undefined ? '' : unwrap(textOf(cardinality, 'body'))
  return cardinality === undefined || text.trim() === '1' ? undefined : text
}

/** The node is done so often, one after the other or at once, whatever of people comes by a list. */
function readCount(
  rules: RuleReader,
  loop: ModdleElement,
  { cardinality, overVariable }: { readonly cardinality: string; readonly overVariable: boolean },
): Pick<MultiInstance, 'decision' | 'repeat'> {
  if (!overVariable) {
    const value = readExpression(rules, cardinality)
    const { until, throws } = readEnding(rules, loop)
    if (value !== undefined) checkCount(rules, value)
    const over = value && { kind: 'count' as const, value }
    const sequential = loop['isSequential'] === true
    return {
      decision: defaultDecision,
      repeat: over && {
        kind: 'times',
        loop: { sequential, over, as: undefined, until, throws },
      },
    }
  }
  rules.report(
    rules.id,
    'loop_cardinality',
    `a collection says how many people are asked: remove the cardinality "${cardinality.slice(0, 80)}", or the collection`,
  )
  return { decision: defaultDecision }
}

/** The variable whose people are counted and taken one by one, if any is. */
function listOf(cardinality: string | undefined, assignee: string | undefined): string | undefined {
  const text = (cardinality ?? '').replaceAll(/\s+/g, '')
  const counted = /^(?:size\((\w+)\)|(\w+)\.size\(\))$/.exec(text)
  const name = counted?.[1] ?? counted?.[2]
  const taken = unwrap(assignee ?? '').replaceAll(/\s+/g, '')
  const byNumber = [`${name}.get(loopCounter)`, `${name}[loopCounter]`]
  return name !== undefined && byNumber.includes(taken) ? name : undefined
}

/** The usual completion conditions; others would be half understood and are refused. */
function readCompletion(rules: RuleReader, loop: ModdleElement): DecisionRule {
  const sequential = loop['isSequential'] === true
  const decision: DecisionRule = { ...defaultDecision, mode: sequential ? 'sequential' : 'all' }
  const condition = elementOf(loop, 'completionCondition')
  if (condition === undefined) return decision
  const text = unwrap(textOf(condition, 'body')).replaceAll(/\s+/g, '')
  if (text === 'nrOfCompletedInstances>=nrOfInstances') return decision
  if (!sequential && text === 'nrOfCompletedInstances>0') {
    return { ...decision, mode: 'any' }
  }
  const ratio = /^nrOfCompletedInstances\/nrOfInstances>=(\d*\.?\d+)$/.exec(text)
  const count = /^nrOfCompletedInstances(?:>=|==)(\d+)$/.exec(text)
  const share = Number(ratio?.[1] ?? 0)
  const people = Number(count?.[1] ?? 0)
  if (!sequential && share > 0 && share <= 1) {
    return { ...decision, mode: 'ratio', threshold: share, reject: 'unreachable' }
  }
  if (!sequential && people > 0) {
    return { ...decision, mode: 'count', threshold: people, reject: 'unreachable' }
  }
  rules.report(
    rules.id,
    'completion_condition',
    `the completion condition "${text}" is not supported: use the decision of the task`,
  )
  return decision
}

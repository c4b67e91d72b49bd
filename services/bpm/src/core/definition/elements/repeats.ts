import { MAX_CALLS } from '../../max-calls.ts'
import type { VariableDeclaration } from '../../variables.ts'
import { readExpression, type RuleReader } from '../xml/attributes.ts'
import { unwrap, type Locals } from '../expression.ts'
import { refuseForeign, type ForeignReader } from '../foreign/foreign.ts'
import type { CompiledProcess, LoopRule, Node, Repetition } from '../graph.ts'
import { localsOfItem, readLoop } from './loops.ts'
import { isForEach } from './multi-instance.ts'
import { refuseMisplaced } from '../xml/placement.ts'
import { elementOf, textOf, type ModdleElement, type Report } from '../xml/xml.ts'

/** What an activity says of being done again; undefined where it is done once. */
export function readRepeat(
  foreign: ForeignReader,
  rules: RuleReader,
  element: ModdleElement,
): Repetition | undefined {
  const loop = elementOf(element, 'loopCharacteristics')
  if (loop === undefined) return undefined
  if (loop.$type === 'bpmn:StandardLoopCharacteristics') return readWhile(foreign, rules, loop)
  // People and calls have ways of their own to be many.
  if (element.$type === 'bpmn:CallActivity') return undefined
  if (element.$type === 'bpmn:UserTask' && !isForEach(loop)) return undefined
  const many = readLoop(foreign, rules, element)
  return many && { kind: 'times', loop: many }
}

function readWhile(
  foreign: ForeignReader,
  rules: RuleReader,
  loop: ModdleElement,
): Repetition | undefined {
  refuseForeign(foreign, rules.id, loop)
  refuseMisplaced(loop, rules.id, rules.report)
  const body = elementOf(loop, 'loopCondition')
  const text = body === undefined ? '' : unwrap(textOf(body, 'body'))
  const most = loop['loopMaximum']
  const isBounded = typeof most === 'number'
  if (text === '' && !isBounded) {
    const message = 'say how long it is repeated: by loopCondition, by loopMaximum, or by both'
    rules.report(rules.id, 'repeat_endless', message)
    return undefined
  }
  if (
    most !== undefined &&
    !(isBounded && Number.isInteger(most) && most >= 1 && most <= MAX_CALLS)
  ) {
    const message = `loopMaximum must be a whole number from 1 to ${MAX_CALLS}`
    rules.report(rules.id, 'value_invalid', message)
  }
  const condition = text === '' ? undefined : readExpression(rules, text)
  if (text !== '' && condition === undefined) return undefined
  return {
    kind: 'while',
    condition,
    before: loop['testBefore'] === true,
    most: isBounded ? most : undefined,
  }
}

/** Multi-instance whose instances are under way beside each other. What asks nobody has no time to be beside another. */
export function atOnceOf({ kind, repeat }: Pick<Node, 'kind' | 'repeat'>): LoopRule | undefined {
  if (repeat?.kind !== 'times' || repeat.loop.sequential) return undefined
  return kind === 'subProcess' || kind === 'userTask' ? repeat.loop : undefined
}

/** What the condition of a loop can speak of besides the variables: how often it was done. */
export const localsOfTurn: Locals = { loopCounter: 'int' }

/** The same for all else that an activity says. */
export function localsOfRepeat({ repeat }: Node): Locals {
  if (repeat === undefined) return {}
  return repeat.kind === 'times' ? localsOfItem(repeat.loop) : localsOfTurn
}

/**
 * The same for what is in repeated sub-processes, too: of the innermost, and nothing that the business type declares
 * by the same name.
 */
export function localsWithin(
  { nodes }: Pick<CompiledProcess, 'nodes'>,
  node: Node,
  variables: readonly VariableDeclaration[],
): Locals {
  const around = nodes.get(node.parent ?? '')
  if (around === undefined) return {}
  const own = Object.entries(localsOfRepeat(around))
  const seen = own.filter(([name]) => variables.every((one) => one.name !== name))
  return { ...localsWithin({ nodes }, around, variables), ...Object.fromEntries(seen) }
}

/**
 * Loops without an end: nothing in them waits for anybody, or computes anything, so a condition that holds once
 * holds for ever.
 */
export function findEndlessRepeats(
  process: CompiledProcess,
  unclear: ReadonlySet<string>,
  report: Report,
): void {
  for (const node of process.nodes.values()) {
    const { id, repeat } = node
    if (repeat?.kind !== 'while' || repeat.most !== undefined || unclear.has(id)) continue
    if (changesSomething(process, node)) continue
    const message = 'nothing in it changes what it depends on: give it a loopMaximum'
    report(id, 'repeat_endless', message)
  }
}

const changing: ReadonlySet<Node['kind']> = new Set([
  'userTask',
  'call',
  'timer',
  'receive',
  'events',
  'decision',
])

function changesSomething(process: CompiledProcess, { id, kind }: Node): boolean {
  if (kind !== 'subProcess') return changing.has(kind)
  return [...process.nodes.values()].some(
    (inner) => inner.parent === id && changesSomething(process, inner),
  )
}

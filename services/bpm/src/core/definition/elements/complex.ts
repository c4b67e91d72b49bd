// Complex gateways: how many of their ways in are enough, and which ways out are taken once the rest has come.
import { readExpression, refuseLanguage } from '../xml/attributes.ts'
import type { Base, DraftNode, Reader } from '../drafts.ts'
import { unwrap, type Locals } from '../expression.ts'
import { refuseForeign } from '../foreign/foreign.ts'
import type { CompiledProcess, ComplexNode, Expression, Node } from '../graph.ts'
import { elementOf, textOf, type ModdleElement, type Report } from '../xml/xml.ts'

/** What its condition can speak of besides the variables: how many of its flows have come. */
const localsOfActivation: Locals = { activationCount: 'int' }

/** The same of the conditions of the flows out of it: whether it goes on, or what comes after is let in. */
export const localsOfWaysOut = (node: Node): Locals =>
  node.kind === 'complex' ? { waitingForStart: 'bool' } : {}

export function readComplex(element: ModdleElement, base: Base, reader: Reader): DraftNode {
  const { id } = base
  const { foreign, report } = reader
  refuseForeign(foreign, id, element)
  const written = elementOf(element, 'activationCondition')
  const text = written === undefined ? '' : unwrap(textOf(written, 'body'))
  if (written !== undefined) refuseLanguage(written, id, report)
  const activation = text === '' ? undefined : readExpression({ id, report }, text)
  return { ...base, kind: 'complex', activation, needed: activation && neededIn(activation) }
}

/** The count that is asked for, where the condition asks for nothing else: it is met as the last of these comes. */
function neededIn({ text }: Expression): number | undefined {
  const plain = text.replaceAll(/\s+/g, '')
  const [, operator, number = ''] = /^activationCount(>=|>|==)(\d{1,4})$/.exec(plain) ?? []
  const count = Number(number) + (operator === '>' ? 1 : 0)
  // Nothing has come before the first.
  if (operator === undefined || (operator === '==' && count === 0)) return undefined
  return Math.max(1, count)
}

/** Whether several ways lead to it, of which it waits for some. */
export const isComplexJoin = (node: Node): node is ComplexNode =>
  node.kind === 'complex' && node.incoming.length > 1

/** Flows that may be taken once the rest has come: those whose condition asks for it. */
export const resetFlowsOf = ({ flows }: CompiledProcess, { outgoing }: Node): readonly string[] =>
  outgoing.filter((id) => /\bwaitingForStart\b/.test(flows.get(id)?.condition?.text ?? ''))

/** Conditions that are missing, or that wait for nothing. */
export function findActivationProblems({ nodes }: CompiledProcess, report: Report): void {
  for (const node of nodes.values()) {
    if (node.kind !== 'complex') continue
    const { id, incoming, activation } = node
    if (incoming.length > 1 && activation === undefined) {
      const message =
        'nothing says how many of its flows it waits for: give it an activationCondition, such as activationCount >= 2'
      report(id, 'activation_missing', message)
    }
    if (incoming.length < 2 && activation !== undefined) {
      const message = 'one flow leads here, so nothing is counted: remove the activationCondition'
      report(id, 'activation_misplaced', message)
    }
  }
}

/** The condition with what it can speak of, for a check of its types. */
export const activationOf = (node: Node): readonly (readonly [Expression, Locals])[] =>
  node.kind === 'complex' && node.activation !== undefined
    ? [[node.activation, localsOfActivation]]
    : []

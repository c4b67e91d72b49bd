import { readExpression, readOneOf, type RuleReader } from '../xml/attributes.ts'
import { extension } from '../xml/extension.ts'
import {
  attributesOf,
  foreignElementsOf,
  refuseForeign,
  type ForeignReader,
} from '../foreign/foreign.ts'
import type { CallNode, VariableMapping } from '../graph.ts'
import { settle } from '../xml/import-notes.ts'
import { readLoop } from './loops.ts'
import { elementsOf, textOf, type ModdleElement, type Report } from '../xml/xml.ts'

type CallRules = Pick<
  CallNode,
  'calledElement' | 'inheritVariables' | 'inputs' | 'outputs' | 'onReject' | 'loop'
>

/** What a call activity says of the process it runs: our own elements, or those of other engines. */
export function readCall(
  element: ModdleElement,
  id: string,
  { foreign, report }: { readonly foreign: ForeignReader; readonly report: Report },
): CallRules {
  const rules = { id, report }
  const understood = ['inheritVariables', 'calledElementType', 'calledElementBinding']
  refuseForeign(foreign, id, element, understood, ['in', 'out'])
  const calledElement = textOf(element, 'calledElement').trim()
  if (!/^[A-Za-z_][A-Za-z0-9._-]{0,99}$/.test(calledElement)) {
    report(id, 'called_missing', 'calledElement must be the key of a process, written out')
  }
  const attributes = attributesOf(foreign, element)
  checkBinding(foreign, rules, attributes)
  const own = extension(element, 'Call')
  const inputs = foreignElementsOf(foreign, element, 'in')
  const outputs = foreignElementsOf(foreign, element, 'out')
  const inherits = own !== undefined && readOneOf(rules, own, 'inheritVariables', ['true', 'false'])
  return {
    calledElement,
    inheritVariables:
      inherits === 'true' ||
      attributes['inheritVariables'] === 'true' ||
      inputs.some((one) => textOf(one, 'variables') === 'all'),
    inputs: [
      ...(own === undefined ? [] : elementsOf(own, 'in')).flatMap(readMapping(rules)),
      ...inputs.flatMap(readForeignMapping(foreign, rules)),
    ],
    outputs: [
      ...(own === undefined ? [] : elementsOf(own, 'out')).flatMap(readMapping(rules)),
      ...outputs.flatMap(readForeignMapping(foreign, rules)),
    ],
    onReject:
      (own === undefined ? undefined : readOneOf(rules, own, 'onReject', ['end', 'continue'])) ??
      'end',
    loop: readLoop(foreign, rules, element),
  }
}

function checkBinding(
  foreign: ForeignReader,
  rules: RuleReader,
  attributes: Partial<Record<string, string>>,
): void {
  const { calledElementType = 'key', calledElementBinding = 'latest' } = attributes
  if (calledElementType === 'key' && calledElementBinding === 'latest') return
  const names = ['calledElementType', 'calledElementBinding']
  settle(foreign, rules.id, names, { outcome: 'refused' })
  rules.report(
    rules.id,
    'foreign_attribute',
    'a process is called by its key, in its latest version',
  )
}

const readMapping =
  (rules: RuleReader) =>
  (element: ModdleElement): VariableMapping[] =>
    toMapping(rules, textOf(element, 'source'), textOf(element, 'target').trim())

function toMapping(rules: RuleReader, written: string, target: string): VariableMapping[] {
  if (target === '' || written.trim() === '') {
    rules.report(rules.id, 'value_invalid', 'a value handed over needs a source and a target')
    return []
  }
  const source = readExpression(rules, written)
  return source === undefined ? [] : [{ source, target }]
}

/** `source`, `sourceExpression`, `variables="all"` and `businessKey` of Flowable and Camunda. */
const readForeignMapping =
  (foreign: ForeignReader, rules: RuleReader) =>
  (element: ModdleElement): VariableMapping[] => {
    // The called approval is about the same business object, whatever the other engine was told.
    if (textOf(element, 'businessKey') !== '') return []
    const all = textOf(element, 'variables')
    if (all === 'all' && element.$type.endsWith(':in')) return []
    if (all !== '') {
      settle(foreign, rules.id, ['out'], { outcome: 'refused' })
      const message = 'name the variables that come back, one by one'
      rules.report(rules.id, 'foreign_element', message, element.$type)
      return []
    }
    const written = textOf(element, 'source') || textOf(element, 'sourceExpression')
    return toMapping(rules, written, textOf(element, 'target').trim())
  }

import { ExpressionInvalid, maxLength, parseExpression, unwrap } from '../expression.ts'
import type { DefinitionProblem } from '../problem.ts'
import { escape, removeAttribute, removeElement } from './edit.ts'
import { toRepair, type Plan, type PlannedRepair } from './repair.ts'
import {
  attributeOf,
  childrenOf,
  elementWithId,
  MODEL,
  textIn,
  valueOf,
  within,
  type Source,
  type SourceElement,
} from './source.ts'

/**
 * Writes what other engines add to their expressions as the comparison that it is: functions on variables
 * (`var:lt(amount, 100)`), words for operators (`amount lt 100 and isNew`), and reading through the execution.
 */
export function planExpression(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const holder = elementWithId(source, element)
  if (holder === undefined) return []
  const found = [holder, ...within(holder)].flatMap((one) => {
    if (
      one.uri !== MODEL ||
      one.children.length > 0 ||
      !/(?:Expression|Condition)$/i.test(one.local)
    )
      return []
    const from = textIn(source, one)
    const to = translate(from)
    return to === undefined ? [] : [{ from, to, place: one }]
  })
  if (found.length === 0) return planEmpty(source, holder)
  const edits = found.map(({ to, place: { openTo, closeFrom } }) => ({
    from: openTo,
    to: closeFrom,
    text: escape(to),
  }))
  const values = {
    from: found.map(({ from }) => from).join('; '),
    to: found.map(({ to }) => to).join('; '),
  }
  const does = `write ${values.from} as ${values.to}`
  return [toRepair({ kind: 'translate_expression', element, does, values, edits })]
}

/** A condition without a word: other engines take it for none. */
const planEmpty = (source: Source, flow: SourceElement): readonly PlannedRepair[] =>
  childrenOf(flow, 'conditionExpression').some((one) => unwrap(textIn(source, one)) === '')
    ? removeCondition(source, flow)
    : []

/** A condition where all flows are taken, or of the one that is taken when no condition holds. */
export function planMisplaced(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const flow = elementWithId(source, element)
  return flow === undefined ? [] : removeCondition(source, flow)
}

function removeCondition(source: Source, flow: SourceElement): readonly PlannedRepair[] {
  if (flow.local !== 'sequenceFlow') return []
  const edits = childrenOf(flow, 'conditionExpression').map((one) => removeElement(source, one))
  if (edits.length === 0) return []
  const element =
    valueOf(flow, 'id') || `${valueOf(flow, 'sourceRef')} -> ${valueOf(flow, 'targetRef')}`
  const does = 'remove the condition, which is not looked at here'
  return [toRepair({ kind: 'remove_condition', element, does, edits })]
}

/** A condition in another language that says the same in CEL. */
export function planLanguage(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const holder = elementWithId(source, element)
  const found = (holder === undefined ? [] : [holder, ...within(holder)]).flatMap((one) => {
    const language = one.uri === MODEL ? attributeOf(one, 'language') : undefined
    const text = language === undefined ? '' : textIn(source, one)
    return language !== undefined && isExpression(text) ? [{ language, text }] : []
  })
  const [first] = found
  if (first === undefined) return []
  const edits = found.map(({ language }) => removeAttribute(language))
  const values = { from: `${first.language.value}: ${first.text}`, to: first.text }
  const does = `read ${first.text} as CEL`
  return [toRepair({ kind: 'translate_expression', element, does, values, edits })]
}

const operators: Readonly<Record<string, string>> = {
  eq: '==',
  equals: '==',
  ne: '!=',
  notEquals: '!=',
  lt: '<',
  lowerThan: '<',
  lte: '<=',
  le: '<=',
  lowerThanOrEquals: '<=',
  gt: '>',
  greaterThan: '>',
  gte: '>=',
  ge: '>=',
  greaterThanOrEquals: '>=',
  and: '&&',
  or: '||',
}

const text = `'[^']*'|"[^"]*"`
const name = `'(?<quoted>\\w+)'|"(?<double>\\w+)"|(?<bare>\\w+)`
const comparing = new RegExp(
  `\\b(?:vars?|variables):(?<what>\\w+)\\(\\s*(?:${name})\\s*,\\s*(?<value>${text}|[^()'",]+)\\s*\\)`,
  'g',
)
const reading = new RegExp(
  `\\b(?:(?:vars?|variables):get|execution\\.getVariable)\\(\\s*(?:${name})\\s*\\)`,
  'g',
)
/** Of a value that may be missing: whether it is there, has something in it, or what holds otherwise. */
const asking = new RegExp(
  `\\b(?:vars?|variables):(?<what>exists|isEmpty|empty|isNotEmpty|notEmpty|getOrDefault)\\(\\s*(?:${name})\\s*(?:,\\s*(?<value>${text}|[^()'",]+)\\s*)?\\)`,
  'g',
)
const word = /(?<=\s)(?:eq|ne|lt|le|gt|ge|and|or)(?=\s)/g

/** Undefined where nothing is to be translated, or where it would be no expression. */
function translate(written: string): string | undefined {
  // What is longer is no expression, and the patterns below would look at it for long.
  if (written.length > maxLength) return undefined
  const inner = unwrap(written)
  const compared = inner
    .replaceAll(comparing, (whole, ...rest) => {
      const { what = '', value = '', ...names } = rest.at(-1) as Record<string, string | undefined>
      const operator = operators[what]
      return operator === undefined ? whole : `${nameOf(names)} ${operator} ${value.trim()}`
    })
    .replaceAll(asking, (whole, ...rest) => {
      const { what = '', value, ...names } = rest.at(-1) as Record<string, string | undefined>
      const asked = `variables.${nameOf(names)}`
      if (what === 'getOrDefault') {
        return value === undefined ? whole : `(has(${asked}) ? ${asked} : ${value.trim()})`
      }
      if (value !== undefined) return whole
      if (what === 'exists') return `has(${asked})`
      return /not/i.test(what)
        ? `(has(${asked}) && size(${asked}) > 0)`
        : `(!has(${asked}) || size(${asked}) == 0)`
    })
    .replaceAll(reading, (...all) => nameOf(all.at(-1) as Record<string, string | undefined>))
  // Words within texts stay: every second part is one.
  const done = compared
    .split(new RegExp(`(${text})`))
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(word, (one) => operators[one] ?? one),
    )
    .join('')
  if (done === inner || !isExpression(done)) return undefined
  return inner === written.trim() ? done : `\${${done}}`
}

const nameOf = ({ quoted, double, bare }: Readonly<Record<string, string | undefined>>): string =>
  quoted ?? double ?? bare ?? ''

function isExpression(source: string): boolean {
  try {
    parseExpression(source)
    return true
  } catch (error) {
    if (error instanceof ExpressionInvalid) return false
    throw error
  }
}

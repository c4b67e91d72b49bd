import { MAX_CALLS } from '../../max-calls.ts'
import { ExpressionInvalid, parseExpression } from '../expression.ts'
import type { Expression } from '../graph.ts'
import { textOf, type ModdleElement, type Report } from './xml.ts'

/** Reads attributes of one BPMN element, `id`, and reports those that make no sense. */
export interface RuleReader {
  readonly id: string
  readonly report: Report
}

export function readExpression(reader: RuleReader, source: string): Expression | undefined {
  try {
    return parseExpression(source)
  } catch (error) {
    if (!(error instanceof ExpressionInvalid)) throw error
    reader.report(reader.id, 'expression_invalid', `"${source.slice(0, 80)}": ${error.message}`)
    return undefined
  }
}

/** Names the language of a condition, where it says one that is not read. */
export function refuseLanguage(condition: ModdleElement, id: string, report: Report): void {
  const language = textOf(condition, 'language')
  if (language === '' || /cel/i.test(language)) return
  const message = `conditions are written in CEL, not in ${language}: remove the language`
  report(id, 'expression_language', message)
}

/** An attribute with a closed set of values; undefined when absent or wrong. */
export function readOneOf<T extends string>(
  reader: RuleReader,
  element: ModdleElement,
  name: string,
  values: readonly T[],
): T | undefined {
  const text = textOf(element, name)
  const value = values.find((candidate) => candidate === text)
  if (text !== '' && value === undefined) {
    reader.report(reader.id, 'value_invalid', `${name}="${text}" is none of ${values.join(', ')}`)
  }
  return value
}

interface NumberRange {
  readonly fallback: number
  readonly min: number
  readonly max: number
}

export function readNumber(
  reader: RuleReader,
  element: ModdleElement,
  name: string,
  { fallback, min, max }: NumberRange,
): number {
  const text = textOf(element, name).trim()
  if (text === '') return fallback
  const value = Number(text)
  if (value >= min && value <= max) return value
  reader.report(reader.id, 'value_invalid', `${name} must be a number from ${min} to ${max}`)
  return fallback
}

export function readInteger(
  reader: RuleReader,
  element: ModdleElement,
  name: string,
  range: NumberRange,
): number {
  const value = readNumber(reader, element, name, range)
  if (Number.isInteger(value)) return value
  reader.report(reader.id, 'value_invalid', `${name} must be a whole number`)
  return range.fallback
}

/** A list written with spaces or commas. */
export function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}

/** Refuses a number of times that is written out and none. */
export function checkCount(rules: RuleReader, { text }: Expression): void {
  if (!/^-?[\d.]+$/.test(text)) return
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= MAX_CALLS) return
  const message = `the cardinality must be a whole number from 1 to ${MAX_CALLS}`
  rules.report(rules.id, 'loop_cardinality', message)
}

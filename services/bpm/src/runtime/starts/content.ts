import type { Expression, StartContent } from '../../core/definition/graph.ts'
import { writeMoment, type WorkingCalendar } from '../../core/working-time.ts'
import { problems } from '../../problems.ts'

/** A moment as expressions see it: where the people of the tenant are. */
export function momentIn(calendar: WorkingCalendar, at: Date) {
  const text = writeMoment(at, calendar)
  return { at: text, day: text.slice(0, 10), month: text.slice(0, 7), year: text.slice(0, 4) }
}

interface Given {
  /** What expressions see. */
  readonly seen: Readonly<Record<string, unknown>>
  readonly initiatorId: string
  /** What it is called where nothing is said. */
  readonly usual: { readonly bizId: string; readonly title: string }
}

/**
 * What a start by itself says, worked out for the moment that it is for.
 *
 * @throws `bpm.process_stuck` (422) for an expression that gives nothing, naming it.
 */
export function contentFor({ bizId, title, values }: StartContent, given: Given) {
  const { seen, initiatorId, usual } = given
  const scope = { variables: seen, initiator: initiatorId, outcomes: new Map<string, string>() }
  const evaluate = (expression: Expression): unknown => {
    try {
      const value = expression.evaluate(scope)
      return typeof value === 'bigint' ? Number(value) : value
    } catch (cause) {
      throw problems.process_stuck({ detail: `${expression.text} gives no value`, cause })
    }
  }
  const textOf = (expression: Expression | undefined, otherwise: string): string => {
    const text = expression === undefined ? '' : String(evaluate(expression)).trim()
    // Not through a character of two units: PostgreSQL takes no half.
    return (text === '' ? otherwise : text).slice(0, MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, '')
  }
  const number = textOf(bizId, usual.bizId)
  if (number === '.' || number === '..') {
    throw problems.process_stuck({ detail: `${bizId?.text} gives ${number}, which is no number` })
  }
  return {
    bizId: number,
    title: textOf(title, usual.title),
    variables: Object.fromEntries(values.map(({ target, source }) => [target, evaluate(source)])),
  }
}

/** Of a number and of a title, in characters. */
const MAX_LENGTH = 200

import type { localsOfStart } from '../../core/definition/event-starts.ts'
import type { Expression, TimedContent } from '../../core/definition/graph.ts'
import { writeMoment, type WorkingCalendar } from '../../core/working-time.ts'
import { problems } from '../../problems.ts'

interface Due {
  /** Which one in the sequence, from 0. */
  readonly place: number
  readonly at: Date
}

interface Given {
  readonly due: Due
  readonly calendar: WorkingCalendar
  readonly initiatorId: string
  /** What it is called where nothing is said. */
  readonly usual: { readonly bizId: string; readonly title: string }
}

/**
 * What a start by time says, worked out for the moment that it is for.
 *
 * @throws `bpm.process_stuck` (422) for an expression that gives nothing, naming it.
 */
export function contentFor({ bizId, title, values }: TimedContent, given: Given) {
  const { due, calendar, initiatorId, usual } = given
  const dueAt = writeMoment(due.at, calendar)
  const seen = {
    dueAt,
    dueDay: dueAt.slice(0, 10),
    dueMonth: dueAt.slice(0, 7),
    dueYear: dueAt.slice(0, 4),
    occurrence: BigInt(due.place + 1),
  } satisfies Record<keyof typeof localsOfStart, unknown>
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
    return (text === '' ? otherwise : text).slice(0, MAX_LENGTH)
  }
  return {
    bizId: textOf(bizId, usual.bizId),
    title: textOf(title, usual.title),
    variables: Object.fromEntries(values.map(({ target, source }) => [target, evaluate(source)])),
  }
}

/** Of a number and of a title, in characters. */
const MAX_LENGTH = 200

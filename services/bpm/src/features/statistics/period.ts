import { problems } from '../../problems.ts'
import type { Period } from './queries.ts'
import type { StatisticsQuery } from './schema.ts'

const dayMs = 24 * 60 * 60 * 1000
const defaultDays = 30
const maxDays = 366

/** The period that is asked for. @throws `bpm.invalid_request` (400) for none or too long a one. */
export function toPeriod(
  { from, until, bizType, definitionKey }: StatisticsQuery,
  now: Date,
): Period {
  const end = until === undefined ? now : new Date(until)
  const begin = from === undefined ? new Date(end.getTime() - defaultDays * dayMs) : new Date(from)
  const days = (end.getTime() - begin.getTime()) / dayMs
  if (days > 0 && days <= maxDays) return { from: begin, until: end, now, bizType, definitionKey }
  const detail = `the period has to be up to ${maxDays} days long`
  throw problems.invalid_request({ errors: [{ pointer: '/query/from', code: 'period', detail }] })
}

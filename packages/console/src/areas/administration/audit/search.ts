import { dropEmpty } from '../../../shared/form/drop-empty.ts'
import { sources, type Source } from './permissions.ts'

export const results = ['success', 'failure'] as const
export const periods = [1, 7, 30, 365] as const
const usualDays = 30
const dayMs = 86_400_000

/** What the address of the audit says; the last month when it says nothing of time. */
export interface AuditSearch {
  readonly person?: string
  readonly object?: string
  readonly action?: string
  readonly result?: (typeof results)[number]
  readonly source?: Source
  readonly q?: string
  /** So many days until now; `0` for all time. */
  readonly days?: number
  /** Days of the reader's own, as 2026-01-31; the last one belongs to the period. */
  readonly from?: string
  readonly to?: string
}

/** Reads an address that anybody may have typed: what makes no sense is left out. */
export function readAuditSearch(raw: Readonly<Record<string, unknown>>): AuditSearch {
  const text = (name: string) =>
    typeof raw[name] === 'string' ? raw[name].trim().slice(0, 200) : undefined
  const day = (name: string) => {
    const value = text(name)
    return value !== undefined && beginningOf(value) !== undefined ? value : undefined
  }
  return dropEmpty({
    person: text('person'),
    object: text('object'),
    action: text('action'),
    result: results.find((known) => known === raw['result']),
    source: sources.find((known) => known === raw['source']),
    q: text('q'),
    days: [0, ...periods].find((known) => known === raw['days']),
    from: day('from'),
    to: day('to'),
  })
}

/** What each service is asked for. */
export interface AuditFilter {
  readonly actorId?: string
  readonly targetId?: string
  readonly action?: string
  readonly outcome?: (typeof results)[number]
  readonly q?: string
  readonly from?: string
  readonly to?: string
}

/** @param now Of the beginning of a page: it stays the same while one reads on. */
export function filterOf(search: AuditSearch, now: Date): AuditFilter {
  const { person, object, action, result, q } = search
  return dropEmpty({
    actorId: person,
    targetId: object,
    action,
    outcome: result,
    q,
    ...periodOf(search, now),
  })
}

function periodOf({ from, to, days = usualDays }: AuditSearch, now: Date) {
  if (from !== undefined || to !== undefined) {
    const end = to === undefined ? undefined : beginningOf(to)
    end?.setDate(end.getDate() + 1)
    const begin = from === undefined ? undefined : beginningOf(from)
    return { from: begin?.toISOString(), to: end?.toISOString() }
  }
  return days === 0 ? {} : { from: new Date(now.getTime() - days * dayMs).toISOString() }
}

/** The first moment of a day where the reader is; undefined when there is no such day. */
function beginningOf(day: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const moment = new Date(`${day}T00:00:00`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

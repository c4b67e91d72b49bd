import type { Delegation } from './queries.ts'

export type Phase = 'active' | 'coming' | 'over'

/** Where a delegation stands in time. */
export function phaseOf({ from, until }: Pick<Delegation, 'from' | 'until'>, now: number): Phase {
  if (Date.parse(until) <= now) return 'over'
  return Date.parse(from) <= now ? 'active' : 'coming'
}

/**
 * The moments that two days mean, in the zone of the reader: from the first one's beginning until
 * the last one's end.
 *
 * @param firstDay `YYYY-MM-DD`, as an input of type date gives it.
 */
export function toPeriod(firstDay: string, lastDay: string): { from: string; until: string } {
  const end = new Date(`${lastDay}T00:00:00`)
  // By the calendar, not by 24 hours: a day may have 23 or 25.
  end.setDate(end.getDate() + 1)
  return { from: new Date(`${firstDay}T00:00:00`).toISOString(), until: end.toISOString() }
}

/** The last day that belongs to a period which ends before `until`. */
export function lastMoment(until: string): string {
  return new Date(Date.parse(until) - 1).toISOString()
}

/** Today as an input of type date takes it. */
export function dayOf(now: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`
}

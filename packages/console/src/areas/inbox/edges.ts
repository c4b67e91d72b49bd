/** Where one group ends and the next begins, in the reader's zone. */
export interface Edges {
  readonly now: string
  readonly endOfDay: string
  /** Of Sunday. */
  readonly endOfWeek: string
}

/** To the minute, so that a page asks for the sizes of groups not more often. */
export function edgesAt(now: Date): Edges {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const daysLeft = (7 - now.getDay()) % 7
  // By the calendar, not by 24 hours: a day may have 23 or 25.
  const midnightAfter = (days: number) => new Date(year, month, day + days + 1).toISOString()
  return {
    now: new Date(now.getTime() - (now.getTime() % 60_000)).toISOString(),
    endOfDay: midnightAfter(0),
    endOfWeek: midnightAfter(daysLeft),
  }
}

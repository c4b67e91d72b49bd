// When approvals are started by time, purely: a sequence of moments, each with its place in it.
import {
  addTime,
  addTimes,
  addWorkingTime,
  nextWorkingMoment,
  readMoment,
  type WorkingCalendar,
} from './working-time.ts'

/**
 * When a timer start event comes. Texts are as they were written: a date, or ISO 8601 durations.
 *
 * `working`: a duration is one of working time; a moment of a cycle that is outside of it comes when work begins next,
 * and several that come together are one.
 */
export type StartTimes =
  | { readonly kind: 'at'; readonly text: string }
  | { readonly kind: 'in'; readonly text: string; readonly working: boolean }
  | {
      readonly kind: 'cycle'
      /** The first moment; absent where it is counted from the publication, and comes first a duration after it. */
      readonly first?: string
      readonly every: string
      /** How often in all; without end when absent. */
      readonly times?: number
      readonly working: boolean
    }

/** A moment of the sequence. Places are counted from 0. */
export interface Due {
  readonly place: number
  readonly at: Date
}

interface Counted {
  readonly times: StartTimes
  /** When the event was first published with these times. */
  readonly since: Date
  readonly calendar: WorkingCalendar
}

/** The moment at a place; undefined behind the last. Later places never come earlier. */
export function momentAt({ times, since, calendar }: Counted, place: number): Date | undefined {
  switch (times.kind) {
    case 'at':
      return place === 0 ? readMoment(times.text, calendar) : undefined
    case 'in': {
      const add = times.working ? addWorkingTime : addTime
      return place === 0 ? add(since, times.text, calendar) : undefined
    }
    case 'cycle': {
      if (times.times !== undefined && place >= times.times) return undefined
      const { first, every, working } = times
      const at =
        first === undefined
          ? addTimes(since, every, place + 1, calendar)
          : addTimes(readMoment(first, calendar), every, place, calendar)
      return working ? nextWorkingMoment(at, calendar) : at
    }
  }
}

/** The first moment after another one, at a place or behind it; undefined when there is none any more. */
export function firstAfter(counted: Counted, after: Date, from = 0): Due | undefined {
  const isLater = (place: number) => {
    const at = momentAt(counted, place)
    return at === undefined || at > after
  }
  const place = firstThat(isLater, from)
  const at = momentAt(counted, place)
  return at === undefined ? undefined : { place, at }
}

/**
 * The last moment until another one; the one that is given when none has come since. It stays when it is, whatever the
 * calendar makes of its place by now.
 */
export function lastUntil(counted: Counted, until: Date, from: Due): Due {
  const isLater = (place: number) => {
    const at = momentAt(counted, place)
    return at === undefined || at > until
  }
  const place = firstThat(isLater, from.place) - 1
  const at = place > from.place ? momentAt(counted, place) : undefined
  return at === undefined || at < from.at ? from : { place, at }
}

/** The first number from one on of which something is true that stays true: it is looked for by doubling, then halving. */
function firstThat(holds: (number: number) => boolean, from: number): number {
  if (holds(from)) return from
  let no = from
  let step = 1
  while (!holds(no + step)) {
    no += step
    step *= 2
  }
  let yes = no + step
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2)
    if (holds(middle)) yes = middle
    else no = middle
  }
  return yes
}

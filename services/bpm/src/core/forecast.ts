// When a running approval will probably be decided. What is told is what was seen: of the approvals of the same
// process that were at the same step and took at least as long from there, how long they took until they were decided.
// It is the annotated transition system of van der Aalst, Schonenberg and Song, "Time prediction based on process
// mining", Information Systems 36 (2011), https://doi.org/10.1016/j.is.2010.09.001: its states are the open steps, and
// each is annotated with the remaining times of the past.
import { quantileOf } from './quantile.ts'

/** How long it was from when a decided approval came to a step until it was decided. */
export interface Visit {
  readonly instanceId: string
  /** Null of the approval as a whole, from its start. */
  readonly node: string | null
  readonly seconds: number
  /** Who decided at the step. */
  readonly people: readonly string[]
}

/** Where a running approval is, and for how long. */
export interface Place {
  /** Null of the approval as a whole, since its start. */
  readonly node: string | null
  readonly seconds: number
}

interface Forecast {
  /** From now on. */
  readonly medianSeconds: number
  readonly p90Seconds: number
  /** What it is told by; null is the process as a whole. */
  readonly node: string | null
  /** The approvals behind it: those that took at least as long as this one has by now. */
  readonly approvals: number
}

export const NO_FORECAST = ['not_running', 'too_few', 'longer_than_usual'] as const

export type ForecastOutcome =
  | ({ readonly kind: 'forecast' } & Forecast)
  | { readonly kind: 'none'; readonly reason: (typeof NO_FORECAST)[number] }

/**
 * Fewer approvals than these foretell nothing. The longest of thirty is beyond the true "nine of ten" with a
 * probability of 96 % (1 − 0.9³⁰, the tolerance limit of Wilks 1941): with fewer that figure would often be a guess.
 */
export const FEWEST_APPROVALS = 30

/** How far back approvals are looked at, by when they ended: those that take long are among them as often as they are. */
export const PAST_DAYS = 180

/**
 * The forecast by the open steps of an approval, of several at once the later one. Where too few passed these steps it
 * is told by the process as a whole.
 *
 * @param visits Of decided approvals of the process.
 * @param fewestPeople What fewer people decided foretells nothing: it would tell how fast one of them is.
 */
export function foretell(
  visits: readonly Visit[],
  whole: Place,
  steps: readonly Place[],
  fewestPeople: number,
): ForecastOutcome {
  const of = Map.groupBy(visits, ({ node }) => node)
  const isKnown = ({ node }: Place) => {
    const those = of.get(node) ?? []
    return countApprovals(those) >= FEWEST_APPROVALS && countPeople(those) >= fewestPeople
  }
  const known = steps.filter(isKnown)
  const places = known.length > 0 ? known : [whole].filter(isKnown)
  const outcomes = places.map((place) => foretellBy(of.get(place.node) ?? [], place, fewestPeople))
  const [first, ...others] = outcomes
  if (first === undefined) return { kind: 'none', reason: 'too_few' }
  return others.reduce((one, other) => (isLater(other, one) ? other : one), first)
}

/** What nobody can tell is later than all. */
function isLater(one: ForecastOutcome, other: ForecastOutcome): boolean {
  if (other.kind === 'none') return false
  return one.kind === 'none' || one.medianSeconds > other.medianSeconds
}

function foretellBy(
  visits: readonly Visit[],
  { node, seconds }: Place,
  fewestPeople: number,
): ForecastOutcome {
  const longer = visits.filter((visit) => visit.seconds > seconds)
  const approvals = countApprovals(longer)
  if (approvals < FEWEST_APPROVALS) return { kind: 'none', reason: 'longer_than_usual' }
  // Those that took long may be the work of a few, however many decided the others.
  if (countPeople(longer) < fewestPeople) return { kind: 'none', reason: 'too_few' }
  const left = longer.map((visit) => visit.seconds - seconds).toSorted((a, b) => a - b)
  const [medianSeconds, p90Seconds] = [quantileOf(left, 0.5), quantileOf(left, 0.9)]
  return { kind: 'forecast', medianSeconds, p90Seconds, node, approvals }
}

const countApprovals = (visits: readonly Visit[]) =>
  new Set(visits.map(({ instanceId }) => instanceId)).size

const countPeople = (visits: readonly Visit[]) =>
  new Set(visits.flatMap(({ people }) => people)).size

/** How many of what waits at a step will be decided by when, as expected values; they and `unknown` add up to all. */
export interface Expected {
  readonly withinADay: number
  readonly withinAWeek: number
  readonly later: number
  /** Which take longer than nearly all before them. */
  readonly unknown: number
}

const daySeconds = 86_400

/**
 * What will become of all that waits at a step. Each counts with the part of its likes that were decided by then.
 *
 * @param visits Of decided approvals to this step.
 * @param waited How long each of those that wait has been there, in seconds.
 * @returns undefined when too few passed the step.
 */
export function expectAll(
  visits: readonly Visit[],
  waited: readonly number[],
): Expected | undefined {
  if (countApprovals(visits) < FEWEST_APPROVALS) return undefined
  const sorted = visits.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
  const longerThan = (seconds: number) => sorted.length - placeAfter(sorted, seconds)
  const sum = { withinADay: 0, withinAWeek: 0, later: 0, unknown: 0 }
  for (const seconds of waited) {
    const likes = longerThan(seconds)
    if (likes < FEWEST_APPROVALS) {
      sum.unknown += 1
      continue
    }
    const afterADay = longerThan(seconds + daySeconds) / likes
    const afterAWeek = longerThan(seconds + 7 * daySeconds) / likes
    sum.withinADay += 1 - afterADay
    sum.withinAWeek += afterADay - afterAWeek
    sum.later += afterAWeek
  }
  return sum
}

/** How many of the sorted values are not above this one. */
function placeAfter(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** One measured value over time. */
export interface Series {
  readonly name: string
  readonly unit: string
  /** So much more in the end is no growth, however small the value is. */
  readonly slack: number
  /** Between two of the values. */
  readonly minutesEach: number
  readonly values: readonly number[]
}

export interface Judged {
  readonly name: string
  readonly unit: string
  readonly first: number
  readonly median: number
  readonly last: number
  /** What the counted minutes have added, by the slope. */
  readonly added: number
  readonly perHour: number
  /** What they may have added. */
  readonly most: number
  readonly isFlat: boolean
}

/** Of the minutes, the first that are left out: caches fill, code is compiled, pools open their connections. */
const WARM_UP_SHARE = 0.25
/** Of the value in the middle, what may be added. */
const MOST_SHARE = 0.1

/**
 * Flat is what grows, from the end of the warm-up to the end, by no more than a tenth of the value in its middle, or by its slack, where that
 * is more. The slope is the median of the slopes between any two values (Theil and Sen), so that a minute or two that stand out do
 * not make it.
 */
export function judge({ name, unit, slack, minutesEach, values }: Series): Judged {
  const counted = values.slice(Math.floor(values.length * WARM_UP_SHARE))
  const median = medianOf(counted)
  const slope = slopeOf(counted)
  const added = slope * (counted.length - 1)
  const most = Math.max(slack, Math.abs(median) * MOST_SHARE)
  const [first = NaN, last = NaN] = [counted[0], counted.at(-1)]
  const perHour = (slope / minutesEach) * 60
  // Put so that what was never measured is not flat.
  return { name, unit, first, median, last, added, perHour, most, isFlat: added <= most }
}

function slopeOf(values: readonly number[]): number {
  const slopes = values.flatMap((value, at) =>
    values.slice(at + 1).map((later, distance) => (later - value) / (distance + 1)),
  )
  return medianOf(slopes)
}

/** NaN of nothing. */
export const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const low = sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN
  return (low + (sorted[Math.floor(sorted.length / 2)] ?? NaN)) / 2
}

/** So many of all are at most as large; NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

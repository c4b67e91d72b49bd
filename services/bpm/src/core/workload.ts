import { quantileOf } from './quantile.ts'

/** What one person did and has to do. */
interface Work {
  readonly decided: number
  readonly backlog: number
  readonly medianSeconds: number
}

interface Spread {
  readonly median: number
  readonly p90: number
}

/** Of fewer people than these, figures without names would still say who. */
export const FEWEST_PEOPLE = 5

/** How work is spread over people, without saying over whom; null of too few, also of how long those took who decided. */
export function toWorkload(people: readonly Work[]) {
  if (people.length < FEWEST_PEOPLE) return null
  const deciding = people.filter(({ decided }) => decided > 0)
  return {
    people: people.length,
    decided: toSpread(people.map(({ decided }) => decided)),
    backlog: toSpread(people.map(({ backlog }) => backlog)),
    medianSeconds:
      deciding.length < FEWEST_PEOPLE
        ? null
        : toSpread(deciding.map(({ medianSeconds }) => medianSeconds)),
  }
}

function toSpread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: quantileOf(sorted, 0.5), p90: quantileOf(sorted, 0.9) }
}

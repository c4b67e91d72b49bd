/**
 * A quantile of numbers in their order, between the two around it as PostgreSQL's `percentile_cont` has it; 0 of
 * none.
 */
export function quantileOf(sorted: readonly number[], part: number): number {
  const place = (sorted.length - 1) * part
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? 0
  return below + (above - below) * (place - Math.floor(place))
}

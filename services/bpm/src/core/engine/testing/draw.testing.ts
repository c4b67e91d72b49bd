/** A number below `length`, and 0 for nothing to choose from. */
export type Draw = (length: number) => number

/** Draws from numbers that fast-check made, again and again, so that a failure can be shrunk. */
export function drawFrom(numbers: readonly number[]): Draw {
  let index = 0
  return (length) => (length === 0 ? 0 : (numbers[index++ % numbers.length] ?? 0) % length)
}

/** An integer from `least` to `most`, both included. */
export type Draw = (least: number, most: number) => number

/** Draws the same numbers for the same seed (a linear congruential generator, Numerical Recipes). */
export function createDraw(seed: number): Draw {
  let state = seed >>> 0
  return (least, most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return least + Math.floor((state / 2 ** 32) * (most - least + 1))
  }
}

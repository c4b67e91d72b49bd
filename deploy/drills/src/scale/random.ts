import { createDraw } from '../workload/draw.ts'

/** Numbers from 0 to 1, without it, by a seed. */
export function createRandom(seed: number): () => number {
  const draw = createDraw(seed)
  return () => (draw(1, 1_000_000_000) - 1) / 1_000_000_000
}

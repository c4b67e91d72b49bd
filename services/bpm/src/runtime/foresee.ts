import type { Known, Needs } from './decide/known.ts'
import { createKnown, learn, type Sources } from './people/learn.ts'
import type { Settled } from './work.ts'

// As often as the loop of an action asks.
const MAX_ATTEMPTS = 50

/** Decides what is never written, as a jump or a migration that is tried, until nothing is missing. */
export async function foresee<T>(
  sources: Sources,
  decide: (known: Known) => Settled<T> | Needs,
): Promise<T> {
  const known = createKnown()
  for (let count = 1; count <= MAX_ATTEMPTS; count++) {
    const outcome = decide(known)
    if (outcome.kind === 'settled') return outcome.body
    await learn(sources, known, outcome)
  }
  throw new Error(`not foreseen after ${MAX_ATTEMPTS} attempts`)
}

// The part of `pnpm fuzz` that each run of the tests does: the same inputs for the same code.
import { expect, it } from 'vitest'
import { findTargets } from './find-targets.ts'
import { FaultFound, runTarget } from './run-target.ts'
import type { Target } from './target.ts'

const targets = findTargets()
const SEED = 20_261_129
const TRIES = 10_000
/** Of one target, where the machine is slow; the tries are few enough elsewhere. */
const MOST_SECONDS = 20

it('finds the targets by their names', () => {
  const names = targets.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['auth-verifier/token', 'bpm/bpmn', 'dms/sniff']))
})

// At once as many as there are processors: each is a thread of its own.
it.concurrent.each(targets)('$name holds for what nobody would send', async ({ name, address }) => {
  const { tries = TRIES } = (await import(address)) as Target
  const ran = await runTarget({
    target: address,
    seed: SEED,
    tries,
    seconds: MOST_SECONDS,
    inputs: [],
  }).catch((error: unknown) => {
    if (!(error instanceof FaultFound)) throw error
    throw new Error(
      `${name} with ${Buffer.from(error.bytes).toString('base64')} (base64):\n${error.message}`,
    )
  })
  expect(ran.inputs.length).toBeGreaterThan(1)
})

import type { Candidate, Target } from '../candidates.ts'
import type { Forge } from '../forge.ts'

export type Outcome = 'accepts' | 'refuses' | (string & {})

/** One question put to every candidate. */
export interface Row {
  readonly name: string
  /** What it should do, for the table. */
  readonly wanted: string
  readonly isRight: (outcome: Outcome) => boolean
  readonly run: (candidate: Candidate, forge: Forge) => Promise<Outcome>
}

export async function tryToken(
  verify: (token: string) => Promise<unknown>,
  token: string,
): Promise<Outcome> {
  try {
    await verify(token)
    return 'accepts'
  } catch {
    return 'refuses'
  }
}

/** A row about one token, presented to a verifier of its own. */
export function tokenRow(
  wanted: 'accepts' | 'refuses',
  name: string,
  make: (forge: Forge) => string,
): Row {
  return {
    name,
    wanted,
    isRight: (outcome) => outcome === wanted,
    run: (candidate, forge) => tryToken(candidate.create(forge.target), make(forge)),
  }
}

/** Runs with the process's clocks set ahead, which is all that is common to the candidates. */
export async function withClockAhead<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const { now } = Date
  const { now: elapsed } = performance
  Date.now = () => now() + seconds * 1000
  performance.now = () => elapsed.call(performance) + seconds * 1000
  try {
    return await work()
  } finally {
    Date.now = now
    performance.now = elapsed
  }
}

export type { Candidate, Forge, Target }

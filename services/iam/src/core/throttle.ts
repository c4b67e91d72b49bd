/** What is remembered of failed sign-ins of one account from one address, or of one address. */
export interface Failures {
  readonly failures: number
  readonly lastFailureAt: Date
}

export interface ThrottlePolicy {
  /** Failures that cost nothing. */
  readonly free: number
  /** Wait after the first failure past the free ones; doubles with each further one. */
  readonly baseMs: number
  readonly maxMs: number
  /** Quiet time after which failures are forgotten. */
  readonly forgetMs: number
}

/** One account from one address: a person who mistypes never notices, a guesser soon does. */
export const accountAtAddress: ThrottlePolicy = {
  free: 5,
  baseMs: 1_000,
  maxMs: 900_000,
  forgetMs: 3_600_000,
}

/** Tries that are spent and come back one by one (a leaky bucket, GCRA). */
export interface Budget {
  /** How many may be spent at once. */
  readonly tries: number
  /** Time after which one of them is back. */
  readonly backMs: number
}

/**
 * One account from everywhere it is not known: who guesses from ten thousand addresses gets 50 tries and
 * one a minute. Devices that signed in to the account before are not counted, so its owner stays in.
 */
export const accountBudget: Budget = { tries: 50, backMs: 60_000 }

/** One place over all names: an office that mistypes on a Monday never notices. */
export const placeBudget: Budget = { tries: 100, backMs: 6_000 }

/** What is done for who has one link or invitation: passwords that are hashed, accounts that are noted. */
export const linkBudget: Budget = { tries: 10, backMs: 60_000 }

/** The count and the wait after one more failure. An account is never locked from elsewhere. */
export function afterFailure(
  policy: ThrottlePolicy,
  earlier: Failures | undefined,
  now: Date,
): { failures: number; blockedUntil: Date } {
  const forgotten =
    earlier === undefined || now.getTime() - earlier.lastFailureAt.getTime() > policy.forgetMs
  const failures = forgotten ? 1 : earlier.failures + 1
  const excess = failures - policy.free
  const waitMs =
    excess <= 0 ? 0 : Math.min(policy.maxMs, policy.baseMs * 2 ** Math.min(excess - 1, 30))
  return { failures, blockedUntil: new Date(now.getTime() + waitMs) }
}

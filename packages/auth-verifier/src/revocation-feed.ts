import { setTimeout as wait } from 'node:timers/promises'
import { InvalidToken } from './errors.ts'
import { type Answer, createPoll, type PollOptions, type Report } from './feed-poll.ts'
import { createRevocations, type RevocationCheck, type Revocations } from './revocations.ts'
import { createSecurityEventReader } from './security-event.ts'

export interface RevocationFeedOptions extends PollOptions {
  /** As of the verifier. */
  readonly issuer: string
  /** As of the verifier. */
  readonly jwksUrl: string | URL
  /** The SERVICE client that reads; it needs the scope `iam.security-events`. */
  readonly clientId: string
  /**
   * What tokens are while the feed cannot be read: `open` takes them, so that what is revoked
   * meanwhile is good until it ends; `closed` refuses them with 503. Default `open`.
   */
  readonly whenDown?: 'open' | 'closed' | undefined
  /** For how long after the last answer the feed counts as read. Default 60. */
  readonly maxAgeSeconds?: number | undefined
  /** See {@link createRevocations}. Default 600. */
  readonly tokenLifetimeSeconds?: number | undefined
  /** See {@link createRevocations}. Default 50,000. */
  readonly maxEntries?: number | undefined
  /** For the log. What it throws is dropped. */
  readonly onEvent?: ((event: RevocationFeedEvent) => void) | undefined
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined
}

export type RevocationFeedEvent =
  | { readonly type: 'poll_failed'; readonly error: unknown; readonly failures: number }
  | { readonly type: 'recovered' }
  | { readonly type: 'set_refused'; readonly jti: string; readonly error: unknown }

export interface RevocationFeed extends RevocationCheck {
  /** Polls until the signal; resolves then, and never rejects. */
  run(signal: AbortSignal): Promise<void>
  /** Seconds since the last answer; infinite before the first. */
  ageSeconds(): number
  /** Whether the feed was read within `maxAgeSeconds`. */
  isFresh(): boolean
  /** How many revocations are remembered. */
  size(): number
}

/**
 * Reads what the identity service revoked (RFC 8936) into memory, for
 * `createVerifier({ revocations: feed })`. The first poll brings what was revoked in the last quarter
 * of an hour, which no token outlives; later ones wait at the identity service for news.
 *
 * Nothing is read before `run`. Each process has a stream of its own.
 */
export function createRevocationFeed(options: RevocationFeedOptions): RevocationFeed {
  const { whenDown = 'open', maxAgeSeconds = 60, tokenLifetimeSeconds = 600 } = options
  const { maxEntries, now, onEvent } = options
  const revocations = createRevocations({ tokenLifetimeSeconds, maxEntries, now })
  const readSet = createSecurityEventReader(options)
  const poll = createPoll(options)
  // A clock that nobody sets.
  let readAtMs = -Infinity

  const report = (event: RevocationFeedEvent) => {
    try {
      onEvent?.(event)
    } catch {
      // A log that fails must not end the feed.
    }
  }
  const round = async (said: Report, signal: AbortSignal): Promise<Report> => {
    const answer = await poll(said, signal)
    const next = await take(answer, { readSet, revocations, report })
    if (!answer.isMore) readAtMs = performance.now()
    return next
  }
  const ageSeconds = () => (performance.now() - readAtMs) / 1000
  const isFresh = () => ageSeconds() <= maxAgeSeconds
  const feed = { run: (signal: AbortSignal) => repeat(round, report, signal), ageSeconds, isFresh }
  const { size, revision, check } = revocations
  if (whenDown === 'open') return { ...feed, size, revision, check }
  return {
    ...feed,
    size,
    // Not a number: each time it is asked anew, since it may have become too old.
    revision: () => (isFresh() ? revision() : Number.NaN),
    check: (claims) => (isFresh() ? check(claims) : 'unknown'),
  }
}

interface Taking {
  readonly readSet: ReturnType<typeof createSecurityEventReader>
  readonly revocations: Revocations
  readonly report: (event: RevocationFeedEvent) => void
}

/** Takes in what a poll brought; answers what the next one has to say of it. */
async function take({ sets, isMore }: Answer, to: Taking): Promise<Report> {
  const next: Report = { ack: [], setErrs: {}, returnImmediately: isMore }
  for (const [jti, set] of sets) {
    try {
      to.revocations.apply(...(await to.readSet(set)))
      next.ack.push(jti)
    } catch (error) {
      // Keys that cannot be read say nothing about the SET: it comes again.
      if (!(error instanceof InvalidToken) || error.reason === 'unknown_key') throw error
      next.setErrs[jti] = { err: 'invalid_request', description: error.reason }
      to.report({ type: 'set_refused', jti, error })
    }
  }
  return next
}

const MAX_BACKOFF_MS = 10_000
const LEAST_POLL_MS = 500

/** Rounds without a pause while there is news, and with a growing one, with jitter, while they fail. */
async function repeat(
  round: (said: Report, signal: AbortSignal) => Promise<Report>,
  report: (event: RevocationFeedEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  let said: Report = { ack: [], setErrs: {}, returnImmediately: true }
  let failures = 0
  while (!signal.aborted) {
    const startedAt = performance.now()
    try {
      const { returnImmediately } = said
      said = await round(said, signal)
      if (failures > 0) report({ type: 'recovered' })
      failures = 0
      const isIdle = said.ack.length === 0 && Object.keys(said.setErrs).length === 0
      const tookMs = performance.now() - startedAt
      // Whoever answers an idle poll at once is not asked without a pause.
      if (isIdle && !returnImmediately && tookMs < LEAST_POLL_MS) await pause(LEAST_POLL_MS, signal)
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      report({ type: 'poll_failed', error, failures })
      const mostMs = Math.min(MAX_BACKOFF_MS, 250 * 2 ** Math.min(failures, 10))
      await pause(mostMs * (0.5 + Math.random() / 2), signal)
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined)
}

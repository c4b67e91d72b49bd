/** A delivery attempt ends after this time, whatever it was waiting for. */
export const ATTEMPT_DEADLINE_MS = 10_000

/**
 * How long a dispatcher holds a lane. Longer than an attempt, so that a lane is taken over only
 * from a process that died or stood still.
 */
export const LEASE_MS = 15_000

/** After failing this long the event is a dead letter: its lane waits for somebody to redeliver. */
export const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000

/**
 * How long the events of an instance stay after it has ended and all of them are acknowledged, when nobody
 * says otherwise; the lane has this date. Until then they can be read again and redelivered; what is not
 * acknowledged stays for ever.
 */
export const EVENT_RETENTION_DAYS = 90

/** A receiver gets at most so many events of an instance in one request, if it asks for several. */
export const MOST_EVENTS_TOGETHER = 20

// A quarter of what receivers take by default.
const MOST_BYTES_TOGETHER = 256 * 1024
// The attributes that stand beside each of several.
const BYTES_AROUND = 1024

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 10 * 60 * 1000

// A receiver may ask for patience, not for being forgotten: the give-up time must stay reachable.
const LONGEST_RETRY_AFTER_MS = 6 * 60 * 60 * 1000

/**
 * Exponential backoff with jitter, until the next attempt: 1 s, doubling up to 10 min, shortened by up
 * to a fifth so that what failed together does not come back together.
 *
 * @param attempts Failed attempts so far, from 1.
 * @param random From 0 to 1.
 */
export function retryDelayMs(attempts: number, random: number): number {
  const doubled = FIRST_DELAY_MS * 2 ** Math.min(attempts - 1, 20)
  return Math.round(Math.min(doubled, LONGEST_DELAY_MS) * (0.8 + 0.2 * random))
}

/** How a receiver answered, or why no answer came. */
export type DeliveryOutcome =
  | 'delivered'
  | 'rewound'
  | 'refused'
  | 'failed'
  | 'timeout'
  | 'unreachable'
  | 'broken_off'
  | 'address_forbidden'

/** What the sender found out about what it sent. */
export type AttemptResult =
  /** All of what was sent, or of several what comes before a number, and the rest not before a time. */
  | { readonly outcome: 'delivered'; readonly before?: number; readonly retryAfterMs?: number }
  | { readonly outcome: 'rewound'; readonly expected: number }
  | {
      readonly outcome: Exclude<DeliveryOutcome, 'delivered' | 'rewound'>
      readonly retryAfterMs?: number
    }

/**
 * Reads an answer to the events from `first` to `last`: 2xx acknowledges, `409 { expected }` goes back, or tells which of
 * several is the first that was not taken; all else is tried again.
 */
export function judgeAnswer(
  status: number,
  body: string,
  retryAfter: string | undefined,
  { first, last }: { readonly first: number; readonly last: number },
  now: Date,
): AttemptResult {
  if (status >= 200 && status < 300) return { outcome: 'delivered' }
  const expected = status === 409 ? readExpected(body) : undefined
  if (expected !== undefined && expected < first) return { outcome: 'rewound', expected }
  const retryAfterMs = readRetryAfterMs(retryAfter, now)
  const later = retryAfterMs === undefined ? {} : { retryAfterMs }
  // Not beyond: a receiver that is ahead has the events and owes a 2xx.
  if (expected !== undefined && expected > first && expected <= last) {
    return { outcome: 'delivered', before: expected, ...later }
  }
  return { outcome: status >= 500 || status === 429 ? 'failed' : 'refused', ...later }
}

function readExpected(body: string): number | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return undefined
  }
  if (typeof parsed !== 'object' || parsed === null || !('expected' in parsed)) return undefined
  const { expected } = parsed
  return typeof expected === 'number' && Number.isSafeInteger(expected) && expected >= 1
    ? expected
    : undefined
}

/**
 * Seconds or an HTTP date (RFC 9110 section 10.2.3), as a time from now; undefined for anything else,
 * of which `Date` would make some day all the same.
 */
export function readRetryAfterMs(value: string | undefined, now: Date): number | undefined {
  const trimmed = value?.trim() ?? ''
  const ms = /^\d+$/.test(trimmed) ? Number(trimmed) * 1000 : dateOf(trimmed) - now.getTime()
  if (Number.isNaN(ms)) return undefined
  return Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS)
}

const dateOf = (text: string) => (text.endsWith(' GMT') ? Date.parse(text) : Number.NaN)

/**
 * The events at the head of a lane that go in one request. What fills a number that was lost goes alone, since its answer is
 * read otherwise.
 */
export function takeTogether<Event extends { readonly type: string; readonly body: string }>(
  events: readonly Event[],
  most: number,
): readonly Event[] {
  let bytes = 0
  const end = events.findIndex(({ type, body }, index) => {
    bytes += Buffer.byteLength(body) + BYTES_AROUND
    const standsAlone = type === 'instance.restored' || events[0]?.type === 'instance.restored'
    return index > 0 && (index >= most || bytes > MOST_BYTES_TOGETHER || standsAlone)
  })
  return end === -1 ? events : events.slice(0, end)
}

/** What a dispatcher knows of the lane it holds. */
export interface LaneProgress {
  /** The event to send next. */
  readonly nextSequence: number
  /** The highest event ever acknowledged. */
  readonly acknowledgedSequence: number
  /** Failed attempts since the last progress. */
  readonly attempts: number
  /** How long it has been failing, by the database's clock. */
  readonly failingForMs: number
}

/** The lane after an attempt, and whether the same dispatcher goes on at once. */
export interface LaneStep {
  readonly lane: LaneProgress
  readonly then: 'continue' | 'wait' | 'block'
  readonly delayMs: number
}

/**
 * The lane after an attempt to send its next event.
 *
 * Attempts are forgotten only when an event is acknowledged that never was before: a receiver that
 * asks to go back again and again meets the same growing delays as one that fails.
 */
export function afterAttempt(lane: LaneProgress, result: AttemptResult, random: number): LaneStep {
  if (result.outcome === 'delivered') return { lane: advance(lane), then: 'continue', delayMs: 0 }

  const attempts = lane.attempts + 1
  if (lane.failingForMs >= GIVE_UP_AFTER_MS) {
    return { lane: { ...lane, attempts }, then: 'block', delayMs: 0 }
  }
  if (result.outcome === 'rewound') {
    const back = { ...lane, attempts, nextSequence: result.expected }
    const delayMs = attempts === 1 ? 0 : retryDelayMs(attempts - 1, random)
    return { lane: back, then: 'wait', delayMs }
  }
  const delayMs = Math.max(retryDelayMs(attempts, random), result.retryAfterMs ?? 0)
  return { lane: { ...lane, attempts }, then: 'wait', delayMs }
}

function advance(lane: LaneProgress): LaneProgress {
  const nextSequence = lane.nextSequence + 1
  if (lane.nextSequence <= lane.acknowledgedSequence) return { ...lane, nextSequence }
  return { nextSequence, acknowledgedSequence: lane.nextSequence, attempts: 0, failingForMs: 0 }
}

export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'BLOCKED'

/**
 * How an allow list covers an origin: `literal` when it stands there, `pattern` when an entry such
 * as `https://*.example.com` covers it (one label). Only a literal entry may lead to private
 * addresses, since a pattern trusts whoever can add a name to that zone.
 */
export function originRule(
  allowed: readonly string[],
  origin: string,
): 'literal' | 'pattern' | undefined {
  if (allowed.includes(origin)) return 'literal'
  return allowed.some((entry) => matchesPattern(entry, origin)) ? 'pattern' : undefined
}

function matchesPattern(entry: string, origin: string): boolean {
  const [scheme, suffix] = entry.split('://*', 2)
  if (scheme === undefined || suffix === undefined || !suffix.startsWith('.')) return false
  const start = `${scheme}://`
  if (!origin.startsWith(start) || !origin.endsWith(suffix)) return false
  return /^[a-z0-9-]+$/i.test(origin.slice(start.length, origin.length - suffix.length))
}

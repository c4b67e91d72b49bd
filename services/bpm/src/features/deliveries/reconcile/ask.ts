// Asks a receiver how far it is, by the one thing that every receiver answers.
//
// Kept by: services/bpm/src/features/deliveries/reconcile/lanes.test.ts "asks without the receiver applying or keeping anything"
import { uuidv7 } from 'uuidv7'
import { sendEvents, TokenUnavailable, type SendDeps, type Sent } from '../dispatch/send.ts'
import type { AskedLane, KeptEvent } from './queries.ts'

// Farther ahead than any approval gets: a receiver answers the number that it expects, and applies nothing.
const FAR_AHEAD = 1_000_000_000

/** How far a receiver is, or why that is not known. */
export type Heard =
  | { readonly kind: 'heard'; readonly upTo: number }
  /** It took an event with a gap before it, against the contract. */
  | { readonly kind: 'unordered' }
  | { readonly kind: 'unanswered'; readonly why: string; readonly down: boolean }

export async function askHeard(
  deps: SendDeps,
  lane: AskedLane,
  signal: AbortSignal,
): Promise<Heard> {
  const event = farAhead(lane, deps.now())
  let sent: Sent
  try {
    sent = await sendEvents(deps, lane, lane.instanceId, [event], signal)
  } catch (error) {
    if (error instanceof TokenUnavailable) {
      return { kind: 'unanswered', why: error.message, down: false }
    }
    throw error
  }
  const { result, httpStatus, health } = sent
  if (result.outcome === 'rewound') return { kind: 'heard', upTo: result.expected - 1 }
  if (result.outcome === 'delivered') return { kind: 'unordered' }
  const why = httpStatus === null ? result.outcome : `answered ${httpStatus}`
  return { kind: 'unanswered', why, down: health === 'down' }
}

function farAhead(lane: AskedLane, at: Date): KeptEvent {
  const { tenantId, instanceId, bizType, bizTypeVersion, bizId, status, round } = lane
  const eventId = uuidv7()
  const type = 'instance.restored'
  const body = JSON.stringify({
    eventId,
    sequence: FAR_AHEAD,
    type,
    occurredAt: at.toISOString(),
    tenantId,
    instanceId,
    bizType,
    bizTypeVersion,
    bizId,
    status,
    round,
  })
  return { eventId, sequence: FAR_AHEAD, type, body }
}

const UNPROCESSABLE = 422

/**
 * Sends again what the receiver says it has, each by its own number and id.
 *
 * @returns the first number that the receiver knows as another event: it was given out again after the
 * restore. Undefined when it knows all of them as they are.
 * @throws Error when it did not answer as a receiver does.
 */
export async function findReused(
  deps: SendDeps,
  lane: AskedLane,
  events: readonly KeptEvent[],
  signal: AbortSignal,
): Promise<number | undefined> {
  for (const event of events) {
    const { result, httpStatus } = await sendEvents(deps, lane, lane.instanceId, [event], signal)
    if (result.outcome === 'delivered') continue
    if (httpStatus === UNPROCESSABLE) return event.sequence
    throw new Error(`event ${event.sequence}: ${httpStatus ?? result.outcome}`)
  }
  return undefined
}

// One lane under its lease: its events one after the other, the oldest first; several in a request where the receiver takes them.
//
// Kept by: services/bpm/src/features/deliveries/dispatch/dispatcher.test.ts "holds back what follows a failing event, in its instance alone"
// Kept by: services/bpm/src/features/deliveries/dispatch/fairness.test.ts "delays no other tenant that shares its receiver"
// Kept by: services/bpm/src/features/deliveries/dispatch/faults.test.ts "sends nothing of an instance before the time that Retry-After names"
import { inSpan } from '@countersign/service-kit/tracing'
import { uuidv7 } from 'uuidv7'
import {
  afterAttempt,
  ATTEMPT_DEADLINE_MS,
  takeTogether,
  type AttemptResult,
  type DeliveryOutcome,
  type LaneProgress,
  type LaneStep,
} from '../../../core/delivery.ts'
import type { CircuitBreakers } from './circuit-breaker.ts'
import type { RequestSizes } from './request-sizes.ts'
import type { LeasedLane, LaneEvent } from './lease-queries.ts'
import type { AttemptRow, LaneResult } from './result-queries.ts'
import { sendEvents, TokenUnavailable, type SendDeps, type Sent } from './send.ts'

export interface LaneDeps {
  readonly send: SendDeps
  readonly breakers: CircuitBreakers
  readonly sizes: RequestSizes
  /** From 0 to 1. */
  readonly random: () => number
  /** Told how long a lane was due before it was taken, in the span of its first attempt. */
  readonly onTaken?: ((waitedSeconds: number) => void) | undefined
}

// Nothing was wrong with the lane: soon again, yet not in a circle.
const SOON_MS = 1_000

/**
 * Sends the events of a lane one after the other until one is not acknowledged, and says how to
 * give the lane back. They go out only when the answer is sure to come within the lease; a
 * process that stood still past it sends nothing more and its result is not taken.
 *
 * @param leaseEndsAt On the clock of `performance.now()`.
 */
export async function runLane(
  deps: LaneDeps,
  lane: LeasedLane,
  leaseEndsAt: number,
  signal: AbortSignal,
): Promise<LaneResult> {
  const attempts: AttemptRow[] = []
  let progress: LaneProgress = lane
  const giveBack = (step: Omit<LaneStep, 'lane'>): LaneResult => ({
    lane,
    progress,
    advanced: progress.acknowledgedSequence > lane.acknowledgedSequence,
    blocked: step.then === 'block',
    delayMs: step.delayMs,
    attempts,
  })

  const endpoint = endpointOf(lane)
  // What was not taken goes alone: it tells by itself why, and nothing fails with it. What is only repeated need not.
  let alone = lane.attempts > 0 && lane.nextSequence > lane.acknowledgedSequence
  let rest = lane.events
  while (rest.length > 0) {
    const inTime = performance.now() + ATTEMPT_DEADLINE_MS < leaseEndsAt
    if (!inTime || signal.aborted) break
    const most = alone ? 1 : deps.sizes.most(endpoint, lane.route.maxEvents)
    const events = takeTogether(rest, most)
    const isFirst = rest === lane.events
    const attempt = await inDeliverySpan(lane, events, () => {
      if (isFirst) deps.onTaken?.(lane.waitedSeconds)
      return tryEvents(deps.send, lane, events, signal)
    })
    // Where nothing can go now, other lanes need not be taken to find that out.
    reportHealth(deps.breakers, lane, attempt?.sent.health ?? 'not_asked')
    if (attempt === undefined) return giveBack({ then: 'wait', delayMs: SOON_MS })
    attempts.push(...attempt.rows)
    const { result } = attempt.sent
    reportSize(deps.sizes, endpoint, events.length, result)
    const step = afterEvents(progress, attempt, deps.random())
    progress = step.lane
    if (step.then !== 'continue') return giveBack(step)
    alone = attempt.delivered < events.length
    rest = rest.slice(attempt.delivered)
  }
  return giveBack({ then: 'wait', delayMs: 0 })
}

/** The lane after a request of several events, of which some may have been acknowledged. */
function afterEvents(before: LaneProgress, { sent, delivered }: Attempt, random: number): LaneStep {
  const { result } = sent
  if (result.outcome !== 'delivered') return afterAttempt(before, result, random)
  let lane = before
  for (let taken = 0; taken < delivered; taken += 1) lane = afterAttempt(lane, result, random).lane
  // Behind those that it took, the receiver may ask for time.
  const delayMs = result.retryAfterMs ?? 0
  return { lane, then: delayMs > 0 ? 'wait' : 'continue', delayMs }
}

/** Nobody was there to take it, or goes back: the size is not to blame. */
const NOT_ITS_SIZE: ReadonlySet<DeliveryOutcome> = new Set([
  'unreachable',
  'address_forbidden',
  'rewound',
])

function reportSize(
  sizes: RequestSizes,
  endpoint: string,
  count: number,
  { outcome }: AttemptResult,
) {
  if (outcome === 'delivered') sizes.report(endpoint, count, 'taken')
  else if (!NOT_ITS_SIZE.has(outcome)) sizes.report(endpoint, count, 'failed')
}

/** Where a lane's events go; lanes that share it share its bulkhead and breaker. */
export const endpointOf = ({ route }: Pick<LeasedLane, 'route'>): string =>
  route.origin + route.path

/** Has a breaker of its own: a tenant without a token, or without leave to send there, pauses alone. */
export const ownEndpointOf = ({ route }: Pick<LeasedLane, 'route'>): string =>
  `${route.tenantId} ${endpointOf({ route })}`

function reportHealth(breakers: CircuitBreakers, lane: LeasedLane, health: Sent['health']): void {
  breakers.report(ownEndpointOf(lane), health === 'not_asked' ? 'down' : 'up')
  if (health !== 'not_asked') breakers.report(endpointOf(lane), health)
}

interface Attempt {
  readonly sent: Sent
  /** How many of the events were acknowledged. */
  readonly delivered: number
  /** One for each event that was looked at. */
  readonly rows: readonly AttemptRow[]
}

/** Goes on with the trace of the request that the first event came from, which ended before. */
const inDeliverySpan = (
  { tenantId, instanceId, route }: LeasedLane,
  events: readonly LaneEvent[],
  work: () => Promise<Attempt | undefined>,
): Promise<Attempt | undefined> => {
  const [first] = events
  return inSpan(
    events.length === 1 ? `deliver ${first?.type}` : 'deliver events',
    {
      kind: 'producer',
      parent: typeof first?.traceparent === 'string' ? { traceparent: first.traceparent } : {},
      links: events.slice(1).flatMap(({ traceparent }) => traceparent ?? []),
      attributes: {
        'cloudevents.event_id': first?.eventId ?? '',
        'cloudevents.event_type': first?.type ?? '',
        ...(events.length > 1 && { 'messaging.batch.message_count': events.length }),
        'countersign.tenant_id': tenantId,
        'countersign.instance_id': instanceId,
        'countersign.biz_type': route.bizType,
      },
    },
    async (span) => {
      const attempt = await work()
      const outcome = attempt?.rows.at(-1)?.outcome ?? 'not_made'
      span?.set({ 'countersign.delivery.outcome': outcome })
      if (outcome !== 'delivered') span?.fail(outcome)
      return attempt
    },
  )
}

async function tryEvents(
  send: SendDeps,
  lane: LeasedLane,
  events: readonly LaneEvent[],
  signal: AbortSignal,
): Promise<Attempt | undefined> {
  const attemptedAt = send.now()
  const startedAt = performance.now()
  try {
    const sent = await sendEvents(send, lane.route, lane.instanceId, events, signal)
    const durationMs = Math.round(performance.now() - startedAt)
    const { result, httpStatus, responseExcerpt } = sent
    const before = result.outcome === 'delivered' ? (result.before ?? Infinity) : 0
    const rows = events
      // Of several, what comes behind the one that was not taken was not looked at.
      .filter(({ sequence }) => result.outcome !== 'delivered' || sequence <= before)
      .map(({ eventId, sequence }): AttemptRow => {
        const outcome = sequence === before ? 'refused' : result.outcome
        const answer = { outcome, httpStatus, responseExcerpt }
        return {
          id: uuidv7(),
          tenantId: lane.tenantId,
          eventId,
          attemptedAt,
          durationMs,
          ...answer,
        }
      })
    const delivered = events.filter(({ sequence }) => sequence < before).length
    return { sent, delivered, rows }
  } catch (error) {
    // Stopping: whether it arrived is not known, so it goes out again with the same id.
    if (error instanceof TokenUnavailable || signal.aborted) return undefined
    throw error
  }
}

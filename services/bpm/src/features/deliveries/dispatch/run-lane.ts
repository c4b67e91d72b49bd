// One lane under its lease: its events one after the other, the oldest first.
//
// Kept by: services/bpm/src/features/deliveries/dispatch/dispatcher.test.ts "holds back what follows a failing event, in its instance alone"
// Kept by: services/bpm/src/features/deliveries/dispatch/fairness.test.ts "delays no other tenant that shares its receiver"
// Kept by: services/bpm/src/features/deliveries/dispatch/faults.test.ts "sends nothing of an instance before the time that Retry-After names"
import { inSpan } from '@countersign/service-kit/tracing'
import { uuidv7 } from 'uuidv7'
import {
  afterAttempt,
  ATTEMPT_DEADLINE_MS,
  type LaneProgress,
  type LaneStep,
} from '../../../core/delivery.ts'
import type { CircuitBreakers } from './circuit-breaker.ts'
import type { LeasedLane, LaneEvent } from './lease-queries.ts'
import type { AttemptRow, LaneResult } from './result-queries.ts'
import { sendEvent, TokenUnavailable, type SendDeps, type Sent } from './send.ts'

export interface LaneDeps {
  readonly send: SendDeps
  readonly breakers: CircuitBreakers
  /** From 0 to 1. */
  readonly random: () => number
  /** Told how long a lane was due before it was taken, in the span of its first attempt. */
  readonly onTaken?: ((waitedSeconds: number) => void) | undefined
}

// Nothing was wrong with the lane: soon again, yet not in a circle.
const SOON_MS = 1_000

/**
 * Sends the events of a lane one after the other until one is not acknowledged, and says how to
 * give the lane back. An event goes out only when its answer is sure to come within the lease; a
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

  for (const event of lane.events) {
    const inTime = performance.now() + ATTEMPT_DEADLINE_MS < leaseEndsAt
    if (!inTime || signal.aborted) break
    const isFirst = event === lane.events[0]
    const attempt = await inDeliverySpan(lane, event, () => {
      if (isFirst) deps.onTaken?.(lane.waitedSeconds)
      return tryEvent(deps.send, lane, event, signal)
    })
    // Where nothing can go now, other lanes need not be taken to find that out.
    reportHealth(deps.breakers, lane, attempt?.sent.health ?? 'not_asked')
    if (attempt === undefined) return giveBack({ then: 'wait', delayMs: SOON_MS })
    attempts.push(attempt.row)
    const step = afterAttempt(progress, attempt.sent.result, deps.random())
    progress = step.lane
    if (step.then !== 'continue') return giveBack(step)
  }
  return giveBack({ then: 'wait', delayMs: 0 })
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

type Attempt = { readonly sent: Sent; readonly row: AttemptRow } | undefined

/** Goes on with the trace of the request that the event came from, which ended before. */
const inDeliverySpan = (
  { tenantId, instanceId, route }: LeasedLane,
  { eventId, type, traceparent }: LaneEvent,
  work: () => Promise<Attempt>,
): Promise<Attempt> =>
  inSpan(
    `deliver ${type}`,
    {
      kind: 'producer',
      parent: typeof traceparent === 'string' ? { traceparent } : {},
      attributes: {
        'cloudevents.event_id': eventId,
        'cloudevents.event_type': type,
        'countersign.tenant_id': tenantId,
        'countersign.instance_id': instanceId,
        'countersign.biz_type': route.bizType,
      },
    },
    async (span) => {
      const attempt = await work()
      const outcome = attempt?.row.outcome ?? 'not_made'
      span?.set({ 'countersign.delivery.outcome': outcome })
      if (outcome !== 'delivered') span?.fail(outcome)
      return attempt
    },
  )

async function tryEvent(
  send: SendDeps,
  lane: LeasedLane,
  event: LaneEvent,
  signal: AbortSignal,
): Promise<Attempt> {
  const attemptedAt = send.now()
  const startedAt = performance.now()
  try {
    const sent = await sendEvent(send, lane.route, event, lane.instanceId, signal)
    const row = {
      id: uuidv7(),
      tenantId: lane.tenantId,
      eventId: event.eventId,
      attemptedAt,
      durationMs: Math.round(performance.now() - startedAt),
      outcome: sent.result.outcome,
      httpStatus: sent.httpStatus,
      responseExcerpt: sent.responseExcerpt,
    }
    return { sent, row }
  } catch (error) {
    // Stopping: whether it arrived is not known, so it goes out again with the same id.
    if (error instanceof TokenUnavailable || signal.aborted) return undefined
    throw error
  }
}

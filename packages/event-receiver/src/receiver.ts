// What was verified is applied, each event exactly once and in order.
//
// Kept by: packages/event-receiver/src/receiver.test.ts "answers no 2xx and stores nothing when the change fails"
import { AuthError } from '@countersign/auth-verifier'
import type { EventEnvelope, WorkflowEvent } from '@countersign/contracts'
import { EventAhead, EventRefused, jsonAnswer, problemAnswer, type Answer } from './answer.ts'
import { applyEvent, type Applied } from './apply-event.ts'
import type { EventStore } from './store.ts'
import type { DeliveryTrace } from './trace.ts'
import {
  createVerification,
  isKnown,
  type Delivery,
  type VerificationOptions,
  type VerifiedEvent,
} from './verify-delivery.ts'

export interface EventReceiverOptions<Tx> extends VerificationOptions {
  readonly store: EventStore<Tx>
  /**
   * Your change, in the transaction that also records the event. Throw to have the event delivered
   * again. Use the transaction alone: what goes elsewhere is not undone by a rollback.
   *
   * @param trace Of the platform, for your log or your spans. Nothing in it is signed.
   */
  readonly apply: (tx: Tx, event: WorkflowEvent, trace: DeliveryTrace) => Promise<void>
  /**
   * Told of each delivery that was not acknowledged, for your log: why, and of which event, where
   * that was verified. What your `apply` threw comes as it is.
   */
  readonly onRefused?: (error: unknown, event: EventEnvelope | undefined) => void
  /** How long rows of `workflow_events` are kept by `prune`. Default 30. */
  readonly retentionDays?: number
}

export interface EventReceiver {
  /** Answers a delivery; never throws. The adapters for Fastify and Express call it. */
  receive(delivery: Delivery): Promise<Answer>
  /** Deletes event rows older than the retention time. Call it daily; answers how many. */
  prune(): Promise<number>
}

/**
 * Builds the receiving end of a business application: verifies the token (RFC 7519) and then the
 * signature of the body (Standard Webhooks, ed25519), and applies each event exactly once and in
 * order, in a transaction of yours.
 *
 * - An event that was applied before is answered 200 without calling `apply`.
 * - Several of an instance may come in one request (`callback.maxEventsPerRequest`): each is applied in a transaction of
 *   its own, and where one fails, or five seconds are over, those before it are kept and `409 { expected }` names the next.
 * - One that is ahead of a gap is answered `409 { expected }`; the workflow service goes back.
 * - One of a type that came after this package is recorded in its place; `apply` is not called.
 * - Anything thrown is answered without a 2xx, and the event comes again.
 *
 * Two tables are needed, see `receiverTables`.
 */
export function createEventReceiver<Tx>(options: EventReceiverOptions<Tx>): EventReceiver {
  const { retentionDays = 30, now = () => new Date() } = options
  const verify = createVerification(options)

  const applyVerified = ({ event, trace }: VerifiedEvent) =>
    applyEvent(options.store, event, async (tx) => {
      if (isKnown(event)) await options.apply(tx, event, trace)
    })

  return {
    async receive(delivery) {
      const startedAt = now().getTime()
      let event: EventEnvelope | undefined
      let taken = 0
      let result: Applied['result'] = 'duplicate'
      try {
        for (const verified of await verify(delivery)) {
          ;({ event } = verified)
          const isLate = now().getTime() - startedAt > timeForSeveralMs
          if (isLate && taken > 0) return jsonAnswer(409, { expected: event.sequence })
          const applied = await applyVerified(verified)
          if (applied.result === 'applied') ({ result } = applied)
          taken += 1
        }
        return jsonAnswer(200, { result })
      } catch (error) {
        tell(options, error, event)
        // Those before it are kept. It comes again alone, and is then told why it was refused.
        return event !== undefined && taken > 0
          ? jsonAnswer(409, { expected: event.sequence })
          : toAnswer(error)
      }
    },
    async prune() {
      const before = new Date(now().getTime() - retentionDays * 86_400_000)
      return pruneAll(options.store, before)
    },
  }
}

// The sender hangs up after ten seconds. What is not begun by then comes again, and would wait for what is still under way.
const timeForSeveralMs = 5_000

// Whatever a log does, the delivery is answered.
function tell<Tx>(
  { onRefused }: EventReceiverOptions<Tx>,
  error: unknown,
  event: EventEnvelope | undefined,
): void {
  try {
    onRefused?.(error, event)
  } catch {
    // The event comes again, and the log can say so then.
  }
}

const pruneBatch = 5_000

// In batches, so that no delivery waits for a long delete.
async function pruneAll<Tx>(store: EventStore<Tx>, before: Date): Promise<number> {
  let deleted = 0
  for (;;) {
    const count = await store.prune(before, pruneBatch)
    deleted += count
    if (count < pruneBatch) return deleted
  }
}

function toAnswer(error: unknown): Answer {
  if (error instanceof EventAhead) return jsonAnswer(409, { expected: error.expected })
  if (error instanceof EventRefused) return error.toAnswer()
  if (error instanceof AuthError) return problemAnswer(error.toProblem(), error.headers)
  // Whatever it was, it is for the application's own log, not for the sender.
  return new EventRefused('event.not_applied').toAnswer()
}

// A delivery is believed in this order: token, size, signature, shape, tenant, business type. Then it is applied.
//
// Kept by: packages/event-receiver/src/receiver.test.ts "the token is verified before the body is looked at"
// Kept by: packages/event-receiver/src/receiver.test.ts "refuses an event of another tenant than the token"
// Kept by: packages/event-receiver/src/receiver.test.ts "refuses what another receiver was sent"
// Kept by: packages/event-receiver/src/receiver.test.ts "answers no 2xx and stores nothing when the change fails"
import { AuthError } from '@countersign/auth-verifier'
import { EVENT_TYPES, EventEnvelope, WorkflowEvent } from '@countersign/contracts'
import { Compile } from 'typebox/compile'
import { EventAhead, EventRefused, jsonAnswer, problemAnswer, type Answer } from './answer.ts'
import { applyEvent } from './apply-event.ts'
import { createAuthenticate, type TrustOptions } from './authenticate.ts'
import { isSignedBy, readSignedMessage, type Headers } from './signature.ts'
import { createSignatureKeys, type SignatureKeys } from './signature-keys.ts'
import type { EventStore } from './store.ts'
import { readTrace, type DeliveryTrace } from './trace.ts'

export interface EventReceiverOptions<Tx> extends TrustOptions {
  /**
   * Where the workflow service publishes the keys that sign events:
   * `<base url>/api/bpm/v1/event-keys`. The bearer token does not bind the body, so whoever sees
   * one could send another body with it: give `false` only where nobody can.
   */
  readonly signatureKeys: string | SignatureKeys | false
  /** The business types that are this application's; events of others are refused. `false` takes all. */
  readonly bizTypes: readonly string[] | false
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
  /** Cap of the body. Default 1 MiB. */
  readonly maxBodyBytes?: number
  /** How far the time of a signature may be off. Default 300. */
  readonly signatureToleranceSeconds?: number
  /** How long rows of `workflow_events` are kept by `prune`. Default 30. */
  readonly retentionDays?: number
  readonly now?: () => Date
}

/** A delivery as it comes in: the body is read only when the token is good. */
export interface Delivery {
  readonly headers: Headers
  /** @throws {@link EventRefused} when the body is larger than `maxBytes` or breaks off. */
  readBody(maxBytes: number): Promise<Uint8Array>
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
 * - One that is ahead of a gap is answered `409 { expected }`; the workflow service goes back.
 * - One of a type that came after this package is recorded in its place; `apply` is not called.
 * - Anything thrown is answered without a 2xx, and the event comes again.
 *
 * Two tables are needed, see `receiverTables`.
 */
export function createEventReceiver<Tx>(options: EventReceiverOptions<Tx>): EventReceiver {
  const { maxBodyBytes = 1024 * 1024, retentionDays = 30, now = () => new Date() } = options
  const authenticate = createAuthenticate(options)
  const checkSignature = createSignatureCheck(options, now)
  const checkShape = createShapeCheck()
  const isOurs = createTypeCheck(options.bizTypes)

  /** @throws what refuses the event. */
  async function readVerified({ headers, readBody }: Delivery): Promise<EventEnvelope> {
    const caller = await authenticate(first(headers['authorization']))
    const body = await readBody(maxBodyBytes)
    await checkSignature(headers, body)
    const event = checkShape(parse(body))
    if (event.tenantId !== caller.tenantId) throw new EventRefused('event.tenant_mismatch')
    if (!isOurs(event)) throw new EventRefused('event.biz_type_mismatch')
    if (options.signatureKeys !== false && first(headers['webhook-id']) !== event.eventId) {
      throw new EventRefused('event.signature_invalid', 'webhook-id is not the eventId.')
    }
    return event
  }

  const applyVerified = (event: EventEnvelope, trace: DeliveryTrace) =>
    applyEvent(options.store, event, async (tx) => {
      if (isKnown(event)) await options.apply(tx, event, trace)
    })

  return {
    async receive(delivery) {
      let event: EventEnvelope | undefined
      try {
        event = await readVerified(delivery)
        return jsonAnswer(200, await applyVerified(event, readTrace(delivery.headers)))
      } catch (error) {
        tell(options, error, event)
        return toAnswer(error)
      }
    },
    async prune() {
      const before = new Date(now().getTime() - retentionDays * 86_400_000)
      return pruneAll(options.store, before)
    },
  }
}

const knownTypes: ReadonlySet<string> = new Set(EVENT_TYPES)

const isKnown = (event: EventEnvelope): event is WorkflowEvent => knownTypes.has(event.type)

function createShapeCheck(): (event: unknown) => EventEnvelope {
  const envelope = Compile(EventEnvelope)
  const whole = Compile(WorkflowEvent)
  return (event) => {
    if (!envelope.Check(event)) throw new EventRefused('event.invalid')
    if (isKnown(event) && !whole.Check(event)) throw new EventRefused('event.invalid')
    return event
  }
}

/** @throws TypeError without a list: events of any type would be taken unasked. */
function createTypeCheck(bizTypes: readonly string[] | false): (event: EventEnvelope) => boolean {
  if (bizTypes === false) return () => true
  if (!Array.isArray(bizTypes) || bizTypes.length === 0) {
    throw new TypeError('an event receiver needs its bizTypes (false: all)')
  }
  return ({ bizType }) => bizTypes.includes(bizType)
}

function createSignatureCheck<Tx>(options: EventReceiverOptions<Tx>, now: () => Date) {
  const { signatureKeys, signatureToleranceSeconds = 300 } = options
  if (signatureKeys === false) return async () => undefined
  const keys =
    typeof signatureKeys === 'string'
      ? createSignatureKeys({ url: signatureKeys, now })
      : signatureKeys

  return async (headers: Headers, body: Uint8Array): Promise<void> => {
    const message = readSignedMessage(headers, body, now(), signatureToleranceSeconds)
    if (isSignedBy(message, await keys.get())) return
    // Signed by a key that was published a moment ago, perhaps.
    if (isSignedBy(message, await keys.get(now().getTime()))) return
    throw new EventRefused('event.signature_invalid')
  }
}

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

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new EventRefused('event.invalid', 'The body is not JSON.')
  }
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

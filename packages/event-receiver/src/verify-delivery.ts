// A delivery is believed in this order: token, size, signature, shape, tenant, business type.
//
// Kept by: packages/event-receiver/src/receiver.test.ts "the token is verified before the body is looked at"
// Kept by: packages/event-receiver/src/receiver.test.ts "refuses an event of another tenant than the token"
// Kept by: packages/event-receiver/src/receiver.test.ts "refuses what another receiver was sent"
import { EVENT_TYPES, EventEnvelope, WorkflowEvent } from '@countersign/contracts'
import { Compile } from 'typebox/compile'
import { EventRefused } from './answer.ts'
import { createAuthenticate, type TrustOptions } from './authenticate.ts'
import { readCarried } from './carried.ts'
import { isSignedBy, readSignedMessage, type Headers } from './signature.ts'
import { createSignatureKeys, type SignatureKeys } from './signature-keys.ts'
import { readTrace, type DeliveryTrace } from './trace.ts'

/** An event that the platform sent to us. */
export interface VerifiedEvent {
  readonly event: EventEnvelope
  readonly trace: DeliveryTrace
}

/** A delivery as it comes in: the body is read only when the token is good. */
export interface Delivery {
  readonly headers: Headers
  /** @throws {@link EventRefused} when the body is larger than `maxBytes` or breaks off. */
  readBody(maxBytes: number): Promise<Uint8Array>
}

export interface VerificationOptions extends TrustOptions {
  /**
   * Where the workflow service publishes the keys that sign events:
   * `<base url>/api/bpm/v1/event-keys`. The bearer token does not bind the body, so whoever sees
   * one could send another body with it: give `false` only where nobody can.
   */
  readonly signatureKeys: string | SignatureKeys | false
  /** The business types that are this application's; events of others are refused. `false` takes all. */
  readonly bizTypes: readonly string[] | false
  /** Cap of the body. Default 1 MiB. */
  readonly maxBodyBytes?: number
  /** How far the time of a signature may be off. Default 300. */
  readonly signatureToleranceSeconds?: number
  readonly now?: () => Date
}

/**
 * Builds the check of a delivery, which answers its events.
 *
 * @throws what refuses them: of several, each is looked at before the first is answered.
 */
export function createVerification(
  options: VerificationOptions,
): (delivery: Delivery) => Promise<readonly VerifiedEvent[]> {
  const { maxBodyBytes = 1024 * 1024 } = options
  const authenticate = createAuthenticate(options)
  const checkSignature = createSignatureCheck(options)
  const checkShape = createShapeCheck()
  const isOurs = createTypeCheck(options.bizTypes)

  return async ({ headers, readBody }) => {
    const caller = await authenticate(first(headers['authorization']))
    const body = await readBody(maxBodyBytes)
    await checkSignature(headers, body)
    const verified = readCarried(parse(body)).map(({ event, traceparent }) => ({
      event: checkShape(event),
      trace: readTrace(headers, traceparent),
    }))
    const events = verified.map(({ event }) => event)
    if (events.some(({ tenantId }) => tenantId !== caller.tenantId)) {
      throw new EventRefused('event.tenant_mismatch')
    }
    if (!events.every(isOurs)) throw new EventRefused('event.biz_type_mismatch')
    if (new Set(events.map(({ instanceId }) => instanceId)).size > 1) {
      throw new EventRefused('event.invalid', 'The events are of several instances.')
    }
    if (
      options.signatureKeys !== false &&
      first(headers['webhook-id']) !== events.at(-1)?.eventId
    ) {
      throw new EventRefused('event.signature_invalid', 'webhook-id is not the eventId.')
    }
    return verified
  }
}

const knownTypes: ReadonlySet<string> = new Set(EVENT_TYPES)

/** Whether it is of a type of today. */
export const isKnown = (event: EventEnvelope): event is WorkflowEvent => knownTypes.has(event.type)

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

function createSignatureCheck(options: VerificationOptions) {
  const { signatureKeys, signatureToleranceSeconds = 300, now = () => new Date() } = options
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

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new EventRefused('event.invalid', 'The body is not JSON.')
  }
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

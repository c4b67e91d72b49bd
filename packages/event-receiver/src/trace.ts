import type { Headers } from './signature.ts'

/** Where a delivery belongs in a distributed trace (W3C Trace Context). Empty where the platform keeps none. */
export interface DeliveryTrace {
  /**
   * Of this delivery; of several in one request, and where a proxy dropped it, of the request that the event came from
   * (`ce-traceparent`, or beside it).
   */
  readonly traceparent?: string
  readonly tracestate?: string
  /** Its 32 hexadecimal digits, for a log. */
  readonly traceId?: string
}

// W3C Trace Context, section 3.2; a later version may have more at its end.
const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/

/** @param beside What stands beside the event, where several came in one request: they may be of several traces. */
export function readTrace(headers: Headers, beside?: unknown): DeliveryTrace {
  const own = traceOf(beside)
  if (own !== undefined) return own
  const ofHop = traceOf(headers['traceparent'])
  if (ofHop === undefined) return traceOf(headers['ce-traceparent']) ?? {}
  const { tracestate } = headers
  return typeof tracestate === 'string' ? { ...ofHop, tracestate } : ofHop
}

function traceOf(traceparent: unknown): DeliveryTrace | undefined {
  const traceId = typeof traceparent === 'string' ? form.exec(traceparent)?.[1] : undefined
  return typeof traceparent === 'string' && traceId !== undefined
    ? { traceparent, traceId }
    : undefined
}

import { EventRefused } from './answer.ts'

/** An event as a body carries it; nothing of it is verified yet. */
export interface CarriedEvent {
  readonly event: unknown
  /** `traceparent` of CloudEvents' extension for distributed tracing, where it stands beside the event. */
  readonly traceparent?: unknown
}

/**
 * What a body carries: one event, or several in batched mode (CloudEvents 1.0, HTTP protocol binding, section 3.3, and JSON
 * format, section 4). Told apart by the body itself, since the media type is not signed.
 *
 * @throws {@link EventRefused} `event.invalid` for a list that is empty or of something else.
 */
export function readCarried(body: unknown): readonly CarriedEvent[] {
  if (!Array.isArray(body)) return [{ event: body }]
  if (body.length === 0) throw new EventRefused('event.invalid', 'The list has no event.')
  return body.map((item: unknown) => {
    if (typeof item !== 'object' || item === null || !('data' in item)) {
      throw new EventRefused('event.invalid', 'The list has something that is no CloudEvent.')
    }
    return { event: item.data, traceparent: 'traceparent' in item ? item.traceparent : undefined }
  })
}

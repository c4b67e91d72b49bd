// The request that carries events: one in binary mode, several in batched mode (CloudEvents 1.0, HTTP protocol binding,
// sections 3.1 and 3.3). `sequence` and `traceparent` are extension attributes.
import type { LaneEvent } from './lease-queries.ts'

export interface EventMessage {
  /** What the signature names (Standard Webhooks): the last event, so that more events are never the same message. */
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Where the events of an instance come from. */
export interface EventSource {
  readonly publicUrl: string
  readonly instanceId: string
}

/** @param events At least one, of one instance, in their order. */
export function toMessage(source: EventSource, events: readonly LaneEvent[]): EventMessage {
  const last = events.at(-1)
  if (last === undefined) throw new Error('a message without events')
  return events.length === 1 ? inBinaryMode(source, last) : inBatchedMode(source, events, last)
}

function inBinaryMode(source: EventSource, event: LaneEvent): EventMessage {
  const headers = Object.entries(attributesOf(source, event)).map(([name, value]) => [
    `ce-${name}`,
    value,
  ])
  return {
    id: event.eventId,
    headers: { 'content-type': 'application/json', ...Object.fromEntries(headers) },
    body: event.body,
  }
}

function inBatchedMode(
  source: EventSource,
  events: readonly LaneEvent[],
  last: LaneEvent,
): EventMessage {
  // The events as they lie there, and as they are sent alone: only what is around them is written anew.
  const items = events.map((event) => {
    const attributes = { ...attributesOf(source, event), datacontenttype: 'application/json' }
    return `${JSON.stringify(attributes).slice(0, -1)},"data":${event.body}}`
  })
  return {
    id: last.eventId,
    headers: { 'content-type': 'application/cloudevents-batch+json' },
    body: `[${items.join(',')}]`,
  }
}

function attributesOf({ publicUrl, instanceId }: EventSource, event: LaneEvent) {
  const { occurredAt } = JSON.parse(event.body) as { occurredAt: string }
  return {
    specversion: '1.0',
    id: event.eventId,
    type: event.type,
    source: `${publicUrl}/api/bpm/v1`,
    subject: instanceId,
    time: occurredAt,
    sequence: String(event.sequence),
    // CloudEvents' extension for distributed tracing: where the event came from. The header `traceparent`,
    // which the HTTP client adds, names this attempt.
    ...(typeof event.traceparent === 'string' ? { traceparent: event.traceparent } : {}),
  }
}

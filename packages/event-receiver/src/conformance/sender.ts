import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { EventEnvelope, WorkflowEvent } from '@countersign/contracts'
import type { Headers, StandIn, TokenFaults } from './platform.ts'

/** How the endpoint answered; `status` 0 says that it did not, and `body` why. */
export interface Answered {
  readonly status: number
  readonly body: string
}

/** How a request differs from the right one. */
export interface SendOptions {
  /** `null` sends none. */
  readonly token?: string | null
  readonly signature?: Headers | null
  /** The body in place of the event's own. */
  readonly body?: string
  /** Sends half of the body, then does this, then sends the rest. */
  readonly betweenHalves?: () => Promise<unknown>
  /** Cuts the connection: within the body, or when all is sent and no answer has come. */
  readonly cut?: 'in the body' | 'before the answer'
}

/** Sends events of one new instance to the endpoint under test. */
export interface Sender {
  readonly platform: StandIn
  /** A token for this endpoint's origin, but for its faults. */
  token(faults?: TokenFaults): string
  /** The same, signed by somebody else. */
  forgedToken(): string
  event(sequence: number): WorkflowEvent
  send(event: EventEnvelope, options?: SendOptions): Promise<Answered>
  /** The body of several in one request. */
  together(events: readonly EventEnvelope[]): string
  /** Several in one request, as to a receiver that registered `callback.maxEventsPerRequest`. */
  sendTogether(events: readonly EventEnvelope[], options?: SendOptions): Promise<Answered>
  /** The same for another new instance. */
  another(): Sender
}

// As the workflow service: an attempt ends after ten seconds.
const DEADLINE_MS = 10_000

export function createSender(platform: StandIn, url: string, bizType: string): Sender {
  const instanceId = randomUUID()
  const claims = { aud: [platform.trust.issuer, new URL(url).origin] }
  const token = (faults: TokenFaults = {}) =>
    platform.token({ ...faults, claims: { ...claims, ...faults.claims } })
  const post = (id: string, own: Headers, text: string, options: SendOptions) => {
    const body = options.body ?? text
    const bearer = options.token === undefined ? token() : options.token
    const signature = options.signature ?? platform.sign(id, body)
    const headers = {
      'content-length': String(Buffer.byteLength(body)),
      ...own,
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(options.signature === null ? {} : signature),
    }
    return exchange(url, headers, body, options)
  }
  const attributesOf = (event: EventEnvelope) => cloudEventOf(event, platform.trust.issuer)
  const together = (events: readonly EventEnvelope[]) =>
    JSON.stringify(events.map((event) => ({ ...attributesOf(event), data: event })))
  return {
    platform,
    token,
    forgedToken: () => platform.forgedToken({ claims }),
    another: () => createSender(platform, url, bizType),
    event: (sequence) => platform.event(instanceId, sequence, bizType),
    send: (event, options = {}) => {
      const attributes = Object.entries(attributesOf(event))
      const headers = {
        'content-type': 'application/json',
        ...Object.fromEntries(attributes.map(([name, value]) => [`ce-${name}`, value])),
      }
      return post(event.eventId, headers, JSON.stringify(event), options)
    },
    together,
    sendTogether: (events, options = {}) => {
      const headers = { 'content-type': 'application/cloudevents-batch+json' }
      return post(events.at(-1)?.eventId ?? '', headers, together(events), options)
    },
  }
}

// CloudEvents 1.0: in headers for one event, beside it for one of several.
function cloudEventOf(event: EventEnvelope, issuer: string): Headers {
  return {
    specversion: '1.0',
    id: event.eventId,
    type: event.type,
    source: `${issuer}/api/bpm/v1`,
    subject: event.instanceId,
    time: event.occurredAt,
    sequence: String(event.sequence),
  }
}

async function exchange(
  url: string,
  headers: Headers,
  body: string,
  { betweenHalves, cut }: SendOptions,
): Promise<Answered> {
  const start = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve) => {
    const done = (status: number, text: string) => {
      clearTimeout(timer)
      resolve({ status, body: text })
    }
    // A connection per request: one that was cut must not be used by the next.
    const request = start(url, { method: 'POST', headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', () => done(response.statusCode ?? 0, ''))
      response.on('end', () => done(response.statusCode ?? 0, Buffer.concat(chunks).toString()))
    })
    const timeout = () => request.destroy(new Error(`within ${DEADLINE_MS / 1000} s`))
    const timer = setTimeout(timeout, DEADLINE_MS)
    request.on('error', ({ message }) => done(0, message))
    request.on('close', () => done(0, ''))
    if (cut === 'in the body') {
      request.write(body.slice(0, body.length / 2), () => setTimeout(() => request.destroy(), 50))
    } else if (cut === 'before the answer') {
      // Long enough to have arrived, too short for the answer to have been awaited.
      request.end(body, () => setTimeout(() => request.destroy(), 5))
    } else if (betweenHalves === undefined) {
      request.end(body)
    } else {
      request.write(body.slice(0, body.length / 2), () => {
        void betweenHalves().then(() => request.end(body.slice(body.length / 2)))
      })
    }
  })
}

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EventEnvelope } from '@countersign/contracts'
import { jsonAnswer, type Answer } from './answer.ts'
import { readCarried } from './carried.ts'
import { forgetfulStore, memoryStore } from './memory-store.ts'
import { closingHeaders, toDelivery } from './node-request.ts'
import { createEventReceiver, type EventReceiver } from './receiver.ts'
import type { EventStore } from './store.ts'

export interface ListenOptions {
  /** The platform's base URL: its tokens and event keys are believed. */
  readonly issuer: string
  readonly workflowClientId: string
  readonly port: number
  /** Where verified deliveries are handed on to, as they came. */
  readonly forward?: string
  /** Told of each event that was verified, with its text and how the target answered it. */
  readonly onEvent: (event: EventEnvelope, body: string, answer: Answer) => Promise<void> | void
  /** Told of each delivery that is no event of the platform. */
  readonly onRefused: (error: unknown) => void
}

/** A receiver for a developer's machine. */
export interface Listener {
  readonly url: string
  close(): Promise<void>
}

/**
 * Receives events on 127.0.0.1 and verifies them as an application would. Without a target it keeps
 * the places of instances in memory: it asks for what came before it began, so that each instance is
 * seen from its first event. With one, the target's answer is the answer.
 */
export async function listen(options: ListenOptions): Promise<Listener> {
  const { issuer, workflowClientId, forward, onRefused } = options
  const unseen = new Set<string>()
  const receiver = createEventReceiver({
    issuer,
    workflowClientId,
    onRefused,
    jwksUrl: `${issuer}/oauth2/jwks`,
    signatureKeys: `${issuer}/api/bpm/v1/event-keys`,
    // Whatever the origin is registered as, and whatever types lead here: a developer looks at all.
    origin: false,
    bizTypes: false,
    store: telling(forward === undefined ? memoryStore() : forgetfulStore(), unseen),
    apply: async () => undefined,
  })
  const server = createServer((request, response) => {
    void receive(receiver, options, unseen, request).then(({ status, headers, body }) => {
      response.writeHead(status, { ...headers, ...closingHeaders(request) }).end(body)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function receive(
  receiver: EventReceiver,
  { forward, onEvent, onRefused }: ListenOptions,
  unseen: Set<string>,
  request: IncomingMessage,
): Promise<Answer> {
  const delivery = toDelivery(request)
  let body = ''
  const answer = await receiver.receive({
    headers: delivery.headers,
    async readBody(maxBytes) {
      const bytes = await delivery.readBody(maxBytes)
      body = Buffer.from(bytes).toString()
      return bytes
    },
  })
  if (answer.status !== 200) return answer
  try {
    const parsed: unknown = JSON.parse(body)
    const carried = readCarried(parsed).map(({ event }) => event as EventEnvelope)
    // What is known was shown when it came first; the target must see it again all the same.
    const fresh = carried.filter(({ eventId }) => unseen.delete(eventId))
    if (forward === undefined && fresh.length === 0) return answer
    const final = forward === undefined ? answer : await handOn(forward, request, body)
    for (const event of forward === undefined ? fresh : carried) {
      await onEvent(event, Array.isArray(parsed) ? JSON.stringify(event) : body, final)
    }
    return final
  } catch (error) {
    onRefused(error)
    return jsonAnswer(502, { detail: 'The target did not answer.' })
  }
}

/** Notes which events were new. */
const telling = (store: EventStore<undefined>, unseen: Set<string>): EventStore<undefined> => ({
  ...store,
  async recordApplied(tx, event) {
    await store.recordApplied(tx, event)
    unseen.add(event.eventId)
  },
})

// The sender gives up after ten seconds.
const TARGET_DEADLINE_MS = 9_000
const HANDED_ON = /^(authorization|content-type|ce-[a-z]+|webhook-[a-z]+)$/

async function handOn(target: string, request: IncomingMessage, body: string): Promise<Answer> {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    HANDED_ON.test(name) && typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  const response = await fetch(target, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TARGET_DEADLINE_MS),
  }).catch((error: unknown) => {
    throw new Error(`${target} did not answer: ${reasonOf(error)}`, { cause: error })
  })
  const kept = ['content-type', 'retry-after'].flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return {
    status: response.status,
    headers: Object.fromEntries(kept) as Record<string, string>,
    body: await response.text(),
  }
}

// What fetch itself says is "fetch failed"; why stands in the cause, and for several addresses in its code.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}

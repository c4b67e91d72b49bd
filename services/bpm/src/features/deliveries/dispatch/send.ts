// One attempt: a signed POST with a token for this receiver, which ends before the lease does.
//
// Kept by: services/bpm/src/features/deliveries/dispatch/send.test.ts "counts the wait for a token into the deadline, so that the lease outlasts it"
// Kept by: services/bpm/src/features/deliveries/dispatch/dispatcher.test.ts "sends nothing to a private address that is not in the list"
// Kept by: services/bpm/src/features/deliveries/dispatch/send.test.ts "keeps nothing of what a private address answered, and reads in it what it expects"
import { SCOPES, tenantScope } from '@countersign/contracts'
import { HttpClientError } from '@countersign/service-kit/http-client'
import {
  AddressForbidden,
  type WebhookAnswer,
  type WebhookClient,
} from '@countersign/service-kit/webhook-client'
import {
  ATTEMPT_DEADLINE_MS,
  judgeAnswer,
  originRule,
  type AttemptResult,
} from '../../../core/delivery.ts'
import type { DeliveryDeps } from '../deps.ts'
import type { EventSigner } from '../keys/event-keys.ts'
import type { LaneEvent, ReadyRoute } from './lease-queries.ts'
import { toMessage } from './message.ts'

export interface SendDeps extends Pick<
  DeliveryDeps,
  'now' | 'callbackOrigins' | 'privateCallbacks' | 'publicUrl' | 'serviceTokens'
> {
  readonly http: WebhookClient
  readonly signer: EventSigner
}

/** An attempt that was made. */
export interface Sent {
  readonly result: AttemptResult
  readonly httpStatus: number | null
  readonly responseExcerpt: string | null
  /** Whether the endpoint as a whole seems to be in trouble, or surely is not; or nobody asked it. */
  readonly health: 'up' | 'down' | 'not_asked'
}

const EXCERPT_CHARACTERS = 1024

/** The identity service gave no token in time: nothing was sent, and the receiver is not to blame. */
export class TokenUnavailable extends Error {
  override readonly name = 'TokenUnavailable'
}

/**
 * Sends events of one instance in one request, once. Where the receiver refuses the token and another can be had, it is tried once
 * more within the same attempt.
 *
 * @throws {@link TokenUnavailable}, or `HttpClientError` of kind `aborted` when `signal` said so:
 * the attempt was not made, or its result is not known.
 */
export async function sendEvents(
  deps: SendDeps,
  route: ReadyRoute,
  instanceId: string,
  events: readonly LaneEvent[],
  signal: AbortSignal,
): Promise<Sent> {
  // Before anything is waited for: a token that is late must not carry the request past the lease.
  const deadline = performance.now() + ATTEMPT_DEADLINE_MS
  const leftMs = () => Math.round(deadline - performance.now())
  const scopes = [SCOPES.events, tenantScope(route.tenantId)]
  const message = toMessage({ publicUrl: deps.publicUrl, instanceId }, events)
  const headers = { ...message.headers, ...(await deps.signer.sign(message.id, message.body)) }
  const post = async (bearer: string): Promise<WebhookAnswer> => {
    const answer = await deps.http.post({
      url: route.origin + route.path,
      headers: { ...headers, authorization: `Bearer ${bearer}` },
      body: message.body,
      publicOnly: isPublicOnly(deps, route),
      timeoutMs: leftMs(),
      signal,
    })
    // A page that repeats the request would put the token into the log, for others to read.
    return { ...answer, excerpt: answer.excerpt.replaceAll(bearer, '[token]') }
  }
  const token = await getToken(deps, scopes, route.origin)
  if (leftMs() <= 0) throw new TokenUnavailable('the token came too late')

  try {
    const first = await post(token)
    if (first.status !== 401) return judge(first, events, deps.now())
    deps.serviceTokens.invalidate(scopes, route.origin)
    const renewed = await getToken(deps, scopes, route.origin)
    const isWorthIt = renewed !== token && leftMs() > 0
    return judge(isWorthIt ? await post(renewed) : first, events, deps.now())
  } catch (error) {
    return { ...judgeError(error), httpStatus: null, responseExcerpt: null }
  }
}

async function getToken(
  { serviceTokens }: SendDeps,
  scopes: readonly string[],
  origin: string,
): Promise<string> {
  try {
    return await serviceTokens.get(scopes, origin)
  } catch (error) {
    throw new TokenUnavailable('no token for sending events', { cause: error })
  }
}

// Also where the origin was taken from the list after the registration.
function isPublicOnly(deps: SendDeps, { allowedOrigins, origin }: ReadyRoute) {
  const trusted = deps.privateCallbacks === 'listed' ? allowedOrigins : []
  return originRule([...deps.callbackOrigins, ...trusted], origin) !== 'literal'
}

function judge(answer: WebhookAnswer, events: readonly LaneEvent[], now: Date): Sent {
  const { status, excerpt, headers, isPublic } = answer
  const retryAfter = headers['retry-after']
  const judged = judgeAnswer(
    status,
    excerpt,
    typeof retryAfter === 'string' ? retryAfter : undefined,
    { first: events[0]?.sequence ?? 0, last: events.at(-1)?.sequence ?? 0 },
    now,
  )
  // It fills a number that was lost here (features/deliveries/reconcile); the receiver may have what was lost.
  const isFilled = events[0]?.type === 'instance.restored' && status === 422
  const result: AttemptResult = isFilled ? { outcome: 'delivered' } : judged
  // A 500 may be about this event alone; these two say that it is too much altogether.
  const health = status === 429 || status === 503 ? 'down' : 'up'
  // Who chooses a path inside the network shall not read there by it. PostgreSQL's text takes no NUL.
  const shown = excerpt.replaceAll('\0', '').slice(0, EXCERPT_CHARACTERS)
  const responseExcerpt = isPublic ? shown : null
  return { result, httpStatus: status, responseExcerpt, health }
}

function judgeError(error: unknown): Pick<Sent, 'result' | 'health'> {
  if (error instanceof AddressForbidden) {
    return { result: { outcome: 'address_forbidden' }, health: 'not_asked' }
  }
  if (!(error instanceof HttpClientError) || error.kind === 'aborted') throw error
  switch (error.kind) {
    case 'timeout':
      return { result: { outcome: 'timeout' }, health: 'down' }
    case 'connect':
      return { result: { outcome: 'unreachable' }, health: 'down' }
    case 'too_large':
    case 'other':
      return { result: { outcome: 'broken_off' }, health: 'down' }
  }
}

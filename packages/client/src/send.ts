import { NoAnswer, ProblemError, toProblem } from './errors.ts'
import type { CallArguments, OperationCard } from './operation.ts'
import type { ClientOptions, KeyedCallOptions } from './options.ts'
import { prepareRequest, type PreparedRequest } from './request.ts'
import {
  decideRetry,
  defaultRetry,
  type Failure,
  isRepeatable,
  mayBeDone,
  pause,
  refuseAborted,
} from './retry.ts'

const jsonTimeoutMs = 30_000
const bytesTimeoutMs = 600_000

/** One call with all that is known of it, whoever said it. */
interface Sending extends Omit<KeyedCallOptions, 'headers'> {
  readonly request: PreparedRequest
  readonly givesResponse: boolean
  readonly timeoutMs: number
  readonly send: typeof fetch
}

/**
 * Calls an operation: again while that is safe and may help, with the same key.
 *
 * @returns the content of the answer, or the `Response` when it is no JSON.
 * @throws {@link ProblemError} when the service refuses, {@link NoAnswer} when nothing whole came back,
 *   the signal's reason when it was aborted.
 */
export async function callOperation(
  client: ClientOptions,
  baseUrl: string,
  card: OperationCard,
  args: CallArguments,
  options: KeyedCallOptions,
): Promise<unknown> {
  const request = withHeaders(prepareRequest(baseUrl, card, args), card, options)
  // Only the document says whether a key is read: one that is merely sent makes nothing safe.
  const mayRepeat = request.isReplayable && isRepeatable(card.method, card.key !== undefined)
  const isConditional = card.method === 'PUT' && hasPrecondition(request, args.body)
  const settings = { ...defaultRetry, ...client.retry, ...options.retry }
  const hasBytes = card.sends !== undefined || card.gives !== undefined
  const sending: Sending = {
    ...options,
    request,
    givesResponse: card.gives === 'response',
    token: options.token === undefined ? client.token : options.token,
    timeoutMs: options.timeoutMs ?? client.timeoutMs ?? (hasBytes ? bytesTimeoutMs : jsonTimeoutMs),
    send: client.fetch ?? fetch,
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendAuthorized(sending)
    } catch (error) {
      const failure = mayRepeat ? failureOf(error) : undefined
      if (failure === undefined || (isConditional && mayBeDone(failure))) throw error
      const delayMs = decideRetry(failure, attempt, settings, Math.random())
      if (delayMs === undefined) throw error
      await pause(delayMs, options.signal)
    }
  }
}

/** The key is made once, before the first attempt. */
function withHeaders(
  request: PreparedRequest,
  card: OperationCard,
  { headers: own = {}, idempotencyKey }: KeyedCallOptions,
): PreparedRequest {
  const headers = new Headers(request.headers)
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  if (card.key === 'header') {
    const key = idempotencyKey ?? headers.get('idempotency-key') ?? crypto.randomUUID()
    headers.set('idempotency-key', key)
  }
  return { ...request, headers }
}

/** By what is sent: JSON leaves out a member that is undefined. */
const hasPrecondition = ({ headers }: PreparedRequest, body: unknown): boolean =>
  headers.has('if-match') ||
  (body as { readonly revision?: unknown } | undefined | null)?.revision !== undefined

function failureOf(error: unknown): Failure | undefined {
  if (error instanceof NoAnswer) return { kind: 'no_answer' }
  if (!(error instanceof ProblemError)) return undefined
  return { kind: 'refused', status: error.status, retryAfterMs: error.retryAfterMs }
}

/** A token that was refused did nothing: the request goes once more, with another. */
async function sendAuthorized(sending: Sending): Promise<unknown> {
  const { token, request } = sending
  if (typeof token !== 'function') return sendOnce(sending, token ?? undefined)
  try {
    return await sendOnce(sending, await token({ isRefused: false }))
  } catch (error) {
    const isRefused = error instanceof ProblemError && error.status === 401
    if (!isRefused || !request.isReplayable) throw error
    return sendOnce(sending, await token({ isRefused: true }))
  }
}

async function sendOnce(sending: Sending, token: string | undefined): Promise<unknown> {
  const { request, send, signal, timeoutMs, givesResponse } = sending
  refuseAborted(signal)
  const headers = new Headers(request.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new Error(`${timeoutMs} ms are over`)), timeoutMs)
  try {
    const response = await send(request.url, {
      method: request.method,
      headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      // A stream is sent before its answer is read; Node wants that said.
      ...(request.isReplayable ? {} : { duplex: 'half' }),
      redirect: 'manual',
      signal: signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]),
    })
    if (!response.ok) throw toProblem(await response.text(), response)
    // How long the caller reads is the caller's matter; `signal` ends that, too.
    if (givesResponse) return response
    // An answer is one when all of it has come.
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  } catch (error) {
    if (error instanceof ProblemError) throw error
    refuseAborted(signal)
    throw new NoAnswer(`no answer to ${request.method} ${request.url.replace(/\?.*/, '')}`, {
      cause: error,
    })
  } finally {
    clearTimeout(timer)
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type proxy from '@fastify/http-proxy'
import { neverConnected } from '@countersign/service-kit/http-client'
import type { Dispatcher } from 'undici'
import { createInstances, type Instance, type Instances } from './instances.ts'
import { mayMove, mayRepeat, prepare } from './repeat.ts'

type ProxyClient = NonNullable<proxy.FastifyHttpProxyOptions['undici']>

/** What the proxy plugin has no word for. */
export interface UpstreamCall {
  /** The request ends when it does. */
  readonly signal: AbortSignal
  /** Told of each informational answer (1xx) that comes before the answer. */
  readonly onInfo: (info: InformationalAnswer) => void
}

export interface InformationalAnswer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Connections to the services, and the way a request is given up when its client has left. */
export interface Upstream {
  /** Runs `send`; what it requests through {@link Upstream.client} is done as `call` says. */
  withCall<T>(call: UpstreamCall, send: () => T): T
  readonly client: ProxyClient
  /** Whether a process of the service is ready. */
  isReady(origins: readonly string[]): Promise<boolean>
  close(): Promise<void>
}

const watchMs = 1_000
// A request at which three processes break off is not helped by a fourth.
const maxTries = 3

/**
 * The proxy plugin knows one address for each service, and no abort signal: a client that leaves while
 * the service still thinks would hold a connection until the answer comes; nor does it pass on what
 * comes before an answer. All of it travels beside the call instead.
 *
 * @param services The addresses of each; the plugin names a service by its first.
 */
export function createUpstream(services: readonly (readonly string[])[]): Upstream {
  const calls = new AsyncLocalStorage<UpstreamCall>()
  const byName = new Map(
    services.map((origins) => [origins[0] ?? '', createInstances(origins)] as const),
  )
  const ended = new AbortController()
  // Each by itself: a name that the name service is slow to answer for keeps no other service waiting.
  const watching = [...byName.values()].map((instances) => watch(instances, ended.signal))
  const instancesOf = (origin: string): Instances => {
    const known = byName.get(origin)
    if (known !== undefined) return known
    const made = createInstances([origin])
    byName.set(origin, made)
    watching.push(watch(made, ended.signal))
    return made
  }
  const request = (options: Dispatcher.RequestOptions, callback: RequestCallback) => {
    send(instancesOf(String(options.origin)), options, calls.getStore()).then(
      (answer) => callback(null, answer),
      (error: Error) => callback(error),
    )
  }
  return {
    withCall: (call, run) => calls.run(call, run),
    // The plugin's types are those of an older undici; it only ever calls back.
    client: { request } as unknown as ProxyClient,
    isReady: ([origin = '']) => instancesOf(origin).isReady(),
    close: async () => {
      ended.abort()
      await Promise.all(watching)
      await Promise.all([...byName.values()].map((instances) => instances.close()))
    },
  }
}

type RequestCallback = (error: Error | null, data?: Dispatcher.ResponseData) => void

async function watch(instances: Instances, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await instances.watch()
    await delay(watchMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

/** Sends to one process, and to another where the first gave no answer and that cannot do harm. */
async function send(
  instances: Instances,
  options: Dispatcher.RequestOptions,
  call: UpstreamCall | undefined,
): Promise<Dispatcher.ResponseData> {
  const sending = await prepare(options)
  const isRepeatable = mayRepeat(options)
  const tried = new Set<Instance>()
  let tries = 0
  let last: unknown
  for (;;) {
    const instance = tries < maxTries ? instances.choose(tried) : undefined
    if (instance === undefined) throw last
    tried.add(instance)
    try {
      return await ask(instance, { ...options, body: sending.body() }, call)
    } catch (error) {
      last = error
      if (call?.signal.aborted) throw error
      const isUnseen = neverConnected(error)
      if (!isUnseen) tries += 1
      instance.isWell &&= !isUnseen && !brokeOff(error)
      if (sending.isSpent() && !isUnseen) throw error
      if (!isUnseen && !(isRepeatable && (brokeOff(error) || error instanceof Moved))) throw error
    }
  }
}

/** The process was silent, and what waited for it is taken elsewhere. */
class Moved extends Error {}

async function ask(
  { origin, pool, waiting }: Instance,
  options: Dispatcher.RequestOptions,
  call: UpstreamCall | undefined,
): Promise<Dispatcher.ResponseData> {
  const moved = new AbortController()
  const move = () => moved.abort(new Moved(`${origin} is silent`))
  const signal = call === undefined ? moved.signal : AbortSignal.any([call.signal, moved.signal])
  if (mayMove(options)) waiting.add(move)
  try {
    const headers = { ...(options.headers as object), host: new URL(origin).host }
    return await pool.request({ ...options, ...call, headers, signal })
  } finally {
    waiting.delete(move)
  }
}

const brokeOff = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String(error.code))

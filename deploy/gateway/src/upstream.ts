import { AsyncLocalStorage } from 'node:async_hooks'
import type proxy from '@fastify/http-proxy'
import { Agent, type Dispatcher } from 'undici'

type ProxyClient = NonNullable<proxy.FastifyHttpProxyOptions['undici']>

/** Connections to the services, and the way a request is given up when its client has left. */
export interface Upstream {
  /** Runs `send`; what it requests through {@link Upstream.client} ends when the signal does. */
  withSignal<T>(signal: AbortSignal, send: () => T): T
  readonly client: ProxyClient
  close(): Promise<void>
}

/**
 * The proxy plugin knows no abort signal: a client that leaves while the service still thinks
 * would hold a connection until the answer comes. The signal travels beside the call instead.
 */
export function createUpstream(): Upstream {
  const agent = new Agent({
    connections: 128,
    pipelining: 1,
    connect: { timeout: 3_000 },
    keepAliveTimeout: 4_000,
    headersTimeout: 60_000,
    // Between two chunks, not for the whole body: large files may take their time.
    bodyTimeout: 60_000,
  })
  const leaving = new AsyncLocalStorage<AbortSignal>()
  const request = (options: Dispatcher.RequestOptions, callback: RequestCallback) => {
    const signal = leaving.getStore()
    agent.request(signal === undefined ? options : { ...options, signal }, callback)
  }
  return {
    withSignal: (signal, send) => leaving.run(signal, send),
    // The plugin's types are those of an older undici; it only ever calls back.
    client: { request } as unknown as ProxyClient,
    close: () => agent.destroy(),
  }
}

type RequestCallback = (error: Error | null, data: Dispatcher.ResponseData) => void

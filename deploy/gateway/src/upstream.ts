import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { neverConnected } from '@countersign/service-kit/http-client'
import { errors, type Dispatcher } from 'undici'
import { exchange, type InformationalAnswer, type UpstreamAnswer } from './exchange.ts'
import { createInstances, type Instance, type Instances } from './instances.ts'
import { mayMove, mayRepeat, prepare, type Sending } from './repeat.ts'

/** A request to a service, and what becomes of it besides its answer. */
export interface UpstreamCall {
  readonly method: Dispatcher.HttpMethod
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Readable | null
  /** Whether its client has left: nobody waits for the answer. */
  readonly hasLeft: () => boolean
  /** Calls back when that happens, until the answer calls the second. */
  readonly onLeft: (abort: () => void) => () => void
  /** Told of each informational answer (1xx) that comes before the answer. */
  readonly onInfo: (info: InformationalAnswer) => void
}

/** Connections to the services. */
export interface Upstream {
  /** Sends to a process of a service, or to another where the first gave no answer and that cannot do harm. */
  send(origin: string, call: UpstreamCall): Promise<UpstreamAnswer>
  /** Whether a process of the service is ready. */
  isReady(origins: readonly string[]): Promise<boolean>
  close(): Promise<void>
}

const watchMs = 1_000
// A request at which three processes break off is not helped by a fourth.
const maxTries = 3

/** @param services The addresses of each; a mount names a service by its first. */
export function createUpstream(services: readonly (readonly string[])[]): Upstream {
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
  return {
    send: (origin, call) => send(instancesOf(origin), call),
    isReady: ([origin = '']) => instancesOf(origin).isReady(),
    close: async () => {
      ended.abort()
      await Promise.all(watching)
      await Promise.all([...byName.values()].map((instances) => instances.close()))
    },
  }
}

async function watch(instances: Instances, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await instances.watch()
    await delay(watchMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

async function send(instances: Instances, call: UpstreamCall): Promise<UpstreamAnswer> {
  // Of a body that has closed nothing more would be heard, and of the leaving neither.
  if (call.hasLeft()) throw new errors.RequestAbortedError()
  const sending = await prepare(call)
  if (call.hasLeft()) throw new errors.RequestAbortedError()
  const isRepeatable = mayRepeat(call)
  const tried = new Set<Instance>()
  let tries = 0
  let last: unknown
  for (;;) {
    const instance = tries < maxTries ? instances.choose(tried) : undefined
    if (instance === undefined) throw last
    tried.add(instance)
    try {
      return await ask(instance, call, sending)
    } catch (error) {
      last = error
      if (call.hasLeft()) throw error
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
  { origin, host, pool, waiting }: Instance,
  call: UpstreamCall,
  sending: Sending,
): Promise<UpstreamAnswer> {
  const { answered, abort } = exchange(
    pool,
    {
      method: call.method,
      path: call.path,
      headers: { ...call.headers, host },
      body: sending.body(),
    },
    call.onInfo,
  )
  // What cannot be sent again waits on: the process may yet wake and answer.
  const move = () => {
    if (!sending.isSpent()) abort(new Moved(`${origin} is silent`))
  }
  // Also after the answer has begun: until its end the connection is held for the client.
  const forget = call.onLeft(abort)
  if (mayMove(call)) waiting.add(move)
  try {
    return await answered
  } catch (error) {
    forget()
    throw error
  } finally {
    waiting.delete(move)
  }
}

const brokeOff = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String(error.code))

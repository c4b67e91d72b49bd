import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { findCallbackFaults } from './find-faults.ts'

/** Published by Node for each request to any server of this process, and when it is answered. */
const STARTED = 'http.server.request.start'
const ANSWERED = 'http.server.response.finish'

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Who looks on; the latest is told. */
const watchers: Set<string>[] = []
const bodies = new WeakMap<IncomingMessage, Buffer[]>()

/**
 * Looks at each callback that a server of this process receives and acknowledges, until its end. What
 * a test sends wrong on purpose is refused, and not looked at.
 */
export function watchCallbacks(): {
  /** What was found since the last time. */
  readonly takeFaults: () => readonly string[]
  readonly end: () => void
} {
  const faults = new Set<string>()
  if (watchers.length === 0) {
    subscribe(STARTED, start)
    subscribe(ANSWERED, finish)
  }
  watchers.push(faults)
  return {
    takeFaults: () => {
      const taken = [...faults]
      faults.clear()
      return taken
    },
    end: () => {
      watchers.splice(watchers.indexOf(faults), 1)
      if (watchers.length > 0) return
      unsubscribe(STARTED, start)
      unsubscribe(ANSWERED, finish)
    },
  }
}

function start(message: unknown): void {
  const { request } = message as Exchange
  if (isCallback(request)) bodies.set(request, keepChunks(request))
}

function finish(message: unknown): void {
  const { request, response } = message as Exchange
  const chunks = bodies.get(request)
  if (chunks === undefined || response.statusCode >= 300) return
  const { method = '', headers } = request
  const body = Buffer.concat(chunks).toString()
  for (const fault of findCallbackFaults({ method, headers, body })) watchers.at(-1)?.add(fault)
}

/** By any of its headers, so that one which lost another is found. */
const isCallback = ({ headers }: IncomingMessage): boolean =>
  Object.keys(headers).some((name) => /^(ce|webhook)-/.test(name))

/** Who listens to `data` takes the body away from the server: this looks on where it comes in. */
function keepChunks(request: IncomingMessage): Buffer[] {
  const chunks: Buffer[] = []
  const push = request.push.bind(request)
  request.push = (chunk: unknown, encoding) => {
    if (Buffer.isBuffer(chunk)) chunks.push(chunk)
    return push(chunk, encoding)
  }
  return chunks
}

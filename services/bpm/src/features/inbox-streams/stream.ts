// Server-sent events to one client, with a bound on what may wait (backpressure).
//
// Kept by: services/bpm/src/features/inbox-streams/stream.test.ts "lets a client go that takes nothing"
import { Readable } from 'node:stream'
import type { EndMessage, StreamMessage } from './schema.ts'

/** A client that lets so much wait is let go. */
const MOST_WAITING_BYTES = 64 * 1024
/** How soon a client comes back after the end. */
const RETRY_MS = 1_000

/** Events to one client (HTML Living Standard, section 9.2, Server-sent events). */
export interface EventStream {
  readonly readable: Readable
  /** @param position Where the stream stands with it; a client sends the last one back. */
  send(message: StreamMessage, position?: string): void
  /** A comment, so that nothing between us and the client takes the silence for an end. */
  beat(): void
  end(reason: EndMessage['reason']): void
}

/** @param onClose Called once, whoever ended it. */
export function createEventStream(onClose: () => void): EventStream {
  // Pushed to, never asked: how much waits is looked at with each push.
  const readable = new Readable({ read: () => undefined })
  readable.once('close', onClose)
  // A client that went away is no error of ours.
  readable.on('error', () => undefined)
  let ended = false

  const push = (text: string): void => {
    if (ended || readable.destroyed) return
    readable.push(text)
    if (readable.readableLength > MOST_WAITING_BYTES) readable.destroy()
  }
  push(`retry: ${RETRY_MS}\n\n`)
  return {
    readable,
    send: ({ event, data }, position) => {
      const id = position === undefined ? '' : `id: ${position}\n`
      push(`${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    },
    beat: () => push(': still here\n\n'),
    end(reason) {
      if (ended) return
      push(`event: end\ndata: ${JSON.stringify({ reason } satisfies EndMessage)}\n\n`)
      ended = true
      readable.push(null)
    },
  }
}

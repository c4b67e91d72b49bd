import { Transform, type Readable } from 'node:stream'

/** What a client sends, on its way to a service. */
export interface Relay {
  readonly stream: Readable
  /** Whether any of it was asked for. */
  hasBegun(): boolean
}

/**
 * What a client sends, as a stream that the HTTP client may end as it likes. Given the request itself
 * it would destroy it, and with it the connection that the answer goes back on. Nothing is read before
 * the HTTP client asks: when it cannot connect, all is still there for another service.
 *
 * A chunk goes on in the next turn of the event loop. A service that refuses a body half way answers
 * and closes: written in one turn, the bytes that come after that fail before its answer is read. Sent
 * at once, 3 MB lost the answer 140 times of 140; one chunk a turn, 0 of 140.
 *
 * Kept by: deploy/gateway/src/early-close.test.ts "that answers and closes before it has read the body"
 * Kept by: deploy/gateway/src/several.test.ts "sends what was refused a connection to another, whatever it is"
 */
export function relayOf(body: Readable): Relay {
  const stream = new Transform({
    transform: (chunk, _encoding, done) => void setImmediate(done, null, chunk),
  })
  let hasBegun = false
  // oxlint-disable-next-line no-underscore-dangle -- Node's name for what a stream does when it is asked
  const read = stream._read.bind(stream)
  // oxlint-disable-next-line no-underscore-dangle -- the same
  stream._read = (size) => {
    if (!hasBegun) body.pipe(stream)
    hasBegun = true
    read(size)
  }
  stream.once('close', () => body.unpipe(stream))
  return { stream, hasBegun: () => hasBegun }
}

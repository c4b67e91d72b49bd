import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/**
 * What a scanner says of a file. `error`: it saw the file and could not judge it, for instance
 * because it is too large for it; asking again gives the same.
 */
export type ScanVerdict =
  | { readonly kind: 'clean' }
  | { readonly kind: 'infected'; readonly signature: string }
  | { readonly kind: 'error'; readonly detail: string }

export interface Scanner {
  /** @throws {@link ScannerUnavailable} when there is no verdict; the same call may succeed later. */
  scan(chunks: AsyncIterable<Uint8Array>): Promise<ScanVerdict>
  /** @throws {@link ScannerUnavailable} */
  ping(): Promise<void>
}

export class ScannerUnavailable extends Error {
  override readonly name = 'ScannerUnavailable'
}

const SILENCE_MS = 60_000
// clamd refuses a chunk above its StreamMaxLength at once; small ones let it answer in time.
const CHUNK_BYTES = 64 * 1024
const MAX_REPLY_CHARACTERS = 4_096

/**
 * Speaks clamd's protocol, one connection a question: INSTREAM takes chunks, each behind its length
 * in four bytes, big-endian, until one of no length.
 *
 * @param url `tcp://host:port`, or `unix:///path` of its socket.
 */
export function createClamdScanner(url: string, silenceMs = SILENCE_MS): Scanner {
  return {
    scan: async (chunks) =>
      readVerdict(await ask(url, silenceMs, (socket) => sendStream(socket, chunks))),
    ping: async () => {
      const reply = await ask(url, silenceMs, (socket) => write(socket, 'zPING\0'))
      if (reply !== 'PONG') throw new ScannerUnavailable('the scanner answered something else')
    },
  }
}

async function ask(
  url: string,
  silenceMs: number,
  send: (socket: Socket) => Promise<void>,
): Promise<string> {
  const socket = open(url)
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('the scanner is silent')))
  const reply = readReply(socket)
  // It may refuse and hang up while it is still being sent to: what counts is what it said.
  const sent = send(socket).catch((error: unknown) => {
    if (error instanceof SourceFailed) {
      socket.destroy()
      throw error
    }
  })
  try {
    const [text] = await Promise.all([reply, sent])
    return text
  } catch (error) {
    if (error instanceof SourceFailed) throw error.cause
    throw new ScannerUnavailable('the scanner gave no answer', { cause: error })
  } finally {
    socket.destroy()
  }
}

function open(url: string): Socket {
  const { protocol, hostname, port, pathname } = new URL(url)
  return protocol === 'unix:' ? connect(pathname) : connect(Number(port), hostname)
}

/** The file could not be read: nothing to do with the scanner. */
class SourceFailed extends Error {}

async function sendStream(socket: Socket, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  await write(socket, 'zINSTREAM\0')
  for await (const chunk of failing(chunks)) {
    for (let at = 0; at < chunk.length; at += CHUNK_BYTES) {
      const part = chunk.subarray(at, at + CHUNK_BYTES)
      await write(socket, lengthOf(part.length))
      await write(socket, part)
    }
  }
  await write(socket, lengthOf(0))
}

async function* failing(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (cause) {
    throw new SourceFailed('the file cannot be read', { cause })
  }
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

async function write(socket: Socket, data: string | Uint8Array): Promise<void> {
  // A write to a scanner that has refused and hung up would throw its refusal away unread: let
  // what has arrived be read first.
  await setImmediate()
  if (socket.destroyed || socket.readableEnded) throw new Error('the scanner hung up')
  if (!socket.write(data)) await once(socket, 'drain', { signal: closing(socket) })
}

// A socket that closes while it is full never drains.
function closing(socket: Socket): AbortSignal {
  const abort = new AbortController()
  socket.once('close', () => abort.abort())
  return abort.signal
}

async function readReply(socket: Socket): Promise<string> {
  let text = ''
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      text += String(chunk)
      if (text.includes('\0') || text.length > MAX_REPLY_CHARACTERS) break
    }
  } catch (error) {
    if (!text.includes('\0')) throw error
  }
  if (!text.includes('\0')) throw new Error('the answer broke off')
  return text.slice(0, text.indexOf('\0')).trim()
}

function readVerdict(reply: string): ScanVerdict {
  if (reply === 'stream: OK') return { kind: 'clean' }
  const signature = /^stream: (.{1,500}) FOUND$/.exec(reply)?.[1]
  if (signature !== undefined) return { kind: 'infected', signature }
  // Whatever else it says, it did not say that the file is clean.
  return { kind: 'error', detail: reply.slice(0, 500) }
}

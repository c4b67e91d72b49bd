import { Agent, type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export interface Sending {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: AsyncIterable<Uint8Array> | string | Uint8Array | undefined
}

/** Sends a request and answers as soon as the response begins. */
export async function send(url: string, sending: Sending): Promise<IncomingMessage> {
  const { method, headers, body } = sending
  const outgoing = request(url, { agent, method, headers })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject)
  })
  if (typeof body === 'object' && !(body instanceof Uint8Array)) {
    await Promise.all([pipeline(Readable.from(body), outgoing), answered])
  } else outgoing.end(body)
  return answered
}

import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { toAnswer } from './answer.ts'
import type { Caller } from './caller.ts'
import { type NodeRequest, readUpgradeCredentials } from './credentials.ts'
import type { Verifier } from './verifier.ts'

export { requires, requiresScope, serviceOnly, userOnly } from './authorize.ts'

/**
 * The caller of a WebSocket handshake, for a server's `upgrade` event. The token comes as
 * `Authorization: Bearer …` or, from browsers, which cannot set that, as the subprotocol after
 * `bearer`; the server then answers with another of the offered subprotocols, or with `bearer`.
 *
 * @throws {@link AuthError} for {@link refuseUpgrade} to answer.
 */
export async function authenticateUpgrade(
  verifier: Pick<Verifier, 'verify'>,
  request: UpgradeRequest,
): Promise<Caller> {
  const { socket } = request
  // Node listens no longer and the server not yet. A client that resets the connection meanwhile
  // must not end the process.
  socket?.on('error', ignore)
  const { token, possession } = readUpgradeCredentials(request)
  const caller = await verifier.verify(token, possession)
  // After an error it stays, for what comes before `refuseUpgrade`.
  socket?.off('error', ignore)
  return caller
}

interface UpgradeRequest extends NodeRequest {
  readonly socket?: Pick<Duplex, 'on' | 'off'>
}

const ignore = () => undefined

/** Answers a handshake with an error of this package and ends it; throws any other error on. */
export function refuseUpgrade(socket: Duplex, error: unknown): void {
  const answer = toAnswer(error)
  if (answer === undefined) {
    socket.destroy()
    throw error
  }
  const headers = {
    ...answer.headers,
    'content-length': String(Buffer.byteLength(answer.body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}\r\n`
  // The client may be gone already; that is no error of ours.
  socket.on('error', ignore)
  socket.end(`${status}${lines.join('')}\r\n${answer.body}`)
}

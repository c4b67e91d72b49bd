import { once } from 'node:events'
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, getCACertificates, type ConnectionOptions } from 'node:tls'
import { lookup as dnsLookup } from 'node:dns'
import { isPublicAddress } from '@countersign/service-kit/public-address'
import { lookupPublic } from '@countersign/service-kit/public-connector'
import { reachOf, type LdapSettings } from '../core/federation.ts'
import { UpstreamForbidden } from './forbidden.ts'

/**
 * A connection to a directory, with TLS where the settings ask for it.
 *
 * @throws {@link UpstreamForbidden}, or what kept the connection from being made.
 */
export async function openDirectorySocket(
  settings: Pick<LdapSettings, 'url' | 'startTls' | 'ca'>,
  listedOrigins: readonly string[],
  signal: AbortSignal,
): Promise<Socket> {
  const { url, startTls, ca } = settings
  const reach = reachOf(url, listedOrigins, { startTls })
  const { hostname, protocol, port: given } = new URL(url)
  const host = hostname.replaceAll(/[[\]]/g, '')
  if (reach === undefined || (reach === 'public' && isIP(host) !== 0 && !isPublicAddress(host)))
    throw new UpstreamForbidden('the address is not one to connect to')
  const lookup: LookupFunction = reach === 'public' ? lookupPublic : dnsLookup
  const port = given === '' ? (protocol === 'ldaps:' ? 636 : 389) : Number(given)
  const trust = ca === null ? {} : { ca: [...getCACertificates('default'), ca] }
  const plain = connectTcp({ host, port, lookup })
  const socket = await settle(plain, 'connect', signal)
  if (protocol === 'ldap:' && !startTls) return socket
  if (protocol === 'ldap:') {
    try {
      await askForTls(socket, signal)
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
  const options: ConnectionOptions = { socket, host, ...trust }
  const secure = connectTls(isIP(host) === 0 ? { ...options, servername: host } : options)
  return settle(secure, 'secureConnect', signal)
}

async function settle(socket: Socket, event: string, signal: AbortSignal): Promise<Socket> {
  // For good: between here and whoever listens next an error must not bring the process down.
  socket.on('error', () => undefined)
  try {
    // Fails as well with an error of the socket.
    await once(socket, event, { signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

const messageId = Buffer.from([0x02, 0x01, 0x01])
const startTlsName = Buffer.from('1.3.6.1.4.1.1466.20037', 'latin1')

const wrap = (tag: number, ...parts: readonly Buffer[]) => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, content.length]), content])
}

/** RFC 4511 section 4.14.1: an extended request that names StartTLS and holds nothing else. */
const startTlsRequest = wrap(0x30, messageId, wrap(0x77, wrap(0x80, startTlsName)))

/**
 * Asks for TLS and takes one answer. Bytes that came along with the answer came before the TLS and
 * may be anybody's: a client that kept them would read them as the directory's word later.
 */
async function askForTls(socket: Socket, signal: AbortSignal): Promise<void> {
  socket.write(startTlsRequest)
  let answer = Buffer.alloc(0)
  while (answer.length < 2 || answer.length < messageLength(answer)) {
    const [chunk] = (await once(socket, 'data', { signal })) as [Buffer]
    socket.pause()
    answer = Buffer.concat([answer, chunk])
    if (answer.length > 4_096) throw new Error('the directory does not answer StartTLS')
    socket.resume()
  }
  socket.pause()
  if (answer.length > messageLength(answer) || !isSuccess(answer))
    throw new Error('the directory refused StartTLS')
}

// Definite lengths (X.690 section 8.1.3): short, or long in one or two bytes.
function readLength(bytes: Buffer, at: number): { length: number; next: number } {
  const first = bytes[at] ?? 0
  if (first < 0x80) return { length: first, next: at + 1 }
  const count = first & 0x7f
  if (count === 0 || count > 4 || bytes.length < at + 1 + count)
    return { length: Infinity, next: at }
  return { length: bytes.readUIntBE(at + 1, count), next: at + 1 + count }
}

function messageLength(bytes: Buffer): number {
  const { length, next } = readLength(bytes, 1)
  return next + length
}

function isSuccess(bytes: Buffer): boolean {
  const { next } = readLength(bytes, 1)
  if (bytes[0] !== 0x30 || !bytes.subarray(next, next + 3).equals(messageId)) return false
  const operation = next + 3
  const result = readLength(bytes, operation + 1).next
  // ExtendedResponse, then its result code: an enumeration of one byte, zero for success.
  return (
    bytes[operation] === 0x78 &&
    bytes.subarray(result, result + 3).equals(Buffer.from([0x0a, 0x01, 0x00]))
  )
}

import { InvalidToken, TokenMissing } from './errors.ts'

/**
 * Takes the token out of an `Authorization` header (RFC 6750 section 2.1). Tokens in a query or a
 * form are not looked for: they end up in logs.
 *
 * @throws {@link TokenMissing} there is no bearer token.
 * @throws {@link InvalidToken} `malformed`: there is something else after `Bearer`.
 */
export function readBearer(authorization: string | null | undefined): string {
  const [scheme, token, ...more] = (authorization ?? '').trim().split(/ +/)
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined) throw new TokenMissing()
  if (more.length > 0) throw new InvalidToken('malformed')
  return token
}

/** Names and values in turn, as Node's `rawHeaders`. */
type RawHeaders = readonly string[]

interface BearerRequest {
  readonly headers: { readonly authorization?: string | undefined }
  readonly rawHeaders: RawHeaders
}

/**
 * The same for a request of node:http. Two `Authorization` headers are refused: Node keeps the
 * first, a proxy before it may have looked at the last.
 */
export function readBearerOf(request: BearerRequest): string {
  const token = readBearer(request.headers.authorization)
  if (countAuthorization(request.rawHeaders) > 1) throw new InvalidToken('malformed')
  return token
}

/** The subprotocol that announces a token as the next one: `new WebSocket(url, ['bearer', token])`. */
const BEARER_PROTOCOL = 'bearer'

interface HandshakeRequest extends BearerRequest {
  readonly headers: BearerRequest['headers'] & {
    readonly 'sec-websocket-protocol'?: string | undefined
  }
}

/**
 * The same for a WebSocket handshake, where the token may come as the subprotocol after `bearer`.
 */
export function readUpgradeToken(request: HandshakeRequest): string {
  const offered = request.headers['sec-websocket-protocol']
  const protocols = offered?.split(',').map((protocol) => protocol.trim()) ?? []
  const at = protocols.indexOf(BEARER_PROTOCOL)
  if (at < 0) return readBearerOf(request)
  // Two tokens, two meanings.
  const isTwice = protocols.lastIndexOf(BEARER_PROTOCOL) !== at
  if (isTwice || request.headers.authorization !== undefined) throw new InvalidToken('malformed')
  const token = protocols[at + 1]
  if (token === undefined) throw new TokenMissing()
  return token
}

function countAuthorization(rawHeaders: RawHeaders): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === 'authorization') count++
  }
  return count
}

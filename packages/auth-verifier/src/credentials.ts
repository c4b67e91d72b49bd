import { InvalidProof, InvalidToken, TokenMissing } from './errors.ts'
import type { Possession } from './proof-verifier.ts'

/** A token as a request presents it. */
export interface Credentials {
  readonly token: string
  /** Of a token sent as `DPoP`; undefined for one sent as `Bearer`. */
  readonly possession: Possession | undefined
}

/** What a request says, whatever server it came to. */
interface Presented {
  readonly authorization: string | null | undefined
  /** The `DPoP` header; several of them joined by a comma, as Node and the fetch API do. */
  readonly proof: string | null | undefined
  readonly method: string
  readonly path: string
}

/**
 * Takes the token out of a request: `Authorization: Bearer` (RFC 6750 section 2.1), or
 * `Authorization: DPoP` with its proof (RFC 9449 section 7.1). Tokens in a query or a form are not
 * looked for: they end up in logs.
 *
 * @throws {@link TokenMissing} there is no token.
 * @throws {@link InvalidToken} `malformed`: there is something else after the scheme.
 * @throws {@link InvalidProof} `missing`
 */
export function readCredentials({ authorization, proof, method, path }: Presented): Credentials {
  const [name, token, ...more] = (authorization ?? '').trim().split(/ +/)
  const scheme = name?.toLowerCase()
  if ((scheme !== 'bearer' && scheme !== 'dpop') || token === undefined) throw new TokenMissing()
  if (more.length > 0) throw new InvalidToken('malformed')
  if (scheme === 'bearer') return { token, possession: undefined }
  if (typeof proof !== 'string') throw new InvalidProof('missing')
  return { token, possession: { proof, method, path } }
}

/** Names and values in turn, as Node's `rawHeaders`. */
type RawHeaders = readonly string[]

/** What is looked at of a request of node:http. */
export interface NodeRequest {
  readonly headers: {
    readonly authorization?: string | undefined
    readonly dpop?: string | readonly string[] | undefined
    readonly 'sec-websocket-protocol'?: string | undefined
  }
  readonly rawHeaders: RawHeaders
  readonly method?: string | undefined
  readonly url?: string | undefined
}

/**
 * The same for a request of node:http. Two `Authorization` headers are refused: Node keeps the
 * first, a proxy before it may have looked at the last.
 *
 * @param path Where an outer router has taken a part of `url` away.
 */
export function readCredentialsOf(request: NodeRequest, path = request.url ?? ''): Credentials {
  const { headers, rawHeaders, method = '' } = request
  const { authorization, dpop } = headers
  const proof = typeof dpop === 'string' ? dpop : undefined
  const credentials = readCredentials({ authorization, proof, method, path })
  if (countAuthorization(rawHeaders) > 1) throw new InvalidToken('malformed')
  return credentials
}

/** The subprotocol that announces a token as the next one: `new WebSocket(url, ['bearer', token])`. */
const BEARER_PROTOCOL = 'bearer'

/**
 * The same for a WebSocket handshake, where a bearer token may come as the subprotocol after
 * `bearer`.
 */
export function readUpgradeCredentials(request: NodeRequest): Credentials {
  const offered = request.headers['sec-websocket-protocol']
  const protocols = offered?.split(',').map((protocol) => protocol.trim()) ?? []
  const at = protocols.indexOf(BEARER_PROTOCOL)
  if (at < 0) return readCredentialsOf(request)
  // Two tokens, two meanings.
  const isTwice = protocols.lastIndexOf(BEARER_PROTOCOL) !== at
  if (isTwice || request.headers.authorization !== undefined) throw new InvalidToken('malformed')
  const token = protocols[at + 1]
  if (token === undefined) throw new TokenMissing()
  return { token, possession: undefined }
}

function countAuthorization(rawHeaders: RawHeaders): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === 'authorization') count++
  }
  return count
}

import { createBoundedCache } from '../concurrency/bounded-cache.ts'
import type { HttpClient } from './http-client.ts'

export interface ServiceTokens {
  /**
   * A token of the client with these scopes (RFC 6749 section 4.4), from memory while it is good. It is renewed
   * a minute before its end; where that fails the old one is given on until then.
   *
   * @param resource What it is for (RFC 8707); the platform when left out.
   * @throws {@link ServiceTokenError} when the identity service refuses; a scope that it refused is asked for again after some seconds,
   * `HttpClientError` when it cannot be reached.
   */
  get(scopes: readonly string[], resource?: string): Promise<string>
  /**
   * Forgets a token that a server refused, so that the next `get` asks for a new one; not one that was
   * fetched a moment ago. So many refusals at once cost one new token, and a server that refuses every
   * token does not have one fetched each time.
   */
  invalidate(scopes: readonly string[], resource?: string): void
}

/** The identity service answered and gave no token. The message holds no secret. */
export class ServiceTokenError extends Error {
  readonly status: number
  readonly error: string

  constructor(status: number, error: string) {
    super(`the identity service gave no token: ${status} ${error}`)
    this.name = 'ServiceTokenError'
    this.status = status
    this.error = error
  }
}

export interface ServiceTokenOptions {
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly http: Pick<HttpClient, 'request'>
  readonly now: () => Date
}

interface Held {
  readonly token: Promise<string>
  /** Milliseconds since the epoch; undefined while the answer is awaited. */
  fetchedAt?: number
  /** Milliseconds since the epoch; infinite while the answer is awaited. */
  renewAt: number
  expiresAt: number
}

// A renewed token must outlive any request that was given the old one.
const renewAheadMs = 60_000
// A token this young is as new as another would be.
const freshForMs = 5_000
// After a renewal that failed.
const renewAgainMs = 5_000
// One entry per tenant, purpose and receiver; the least recently used go first.
const maxHeld = 10_000

/**
 * client_credentials by HTTP Basic, one request at a time per set of scopes and resource.
 *
 * Kept by: packages/service-kit/src/network/network.test.ts "asks once for many callers"
 */
export function createServiceTokens(options: ServiceTokenOptions): ServiceTokens {
  const held = createBoundedCache<Held>({ max: maxHeld })

  return {
    get(scopes, resource) {
      const asked = askedFor(scopes, resource)
      const key = asked.toString()
      const known = held.get(key)
      if (known !== undefined && options.now().getTime() < known.renewAt) return known.token
      const entry: Held = { token: renew(), renewAt: Infinity, expiresAt: Infinity }
      held.set(key, entry)
      return entry.token

      async function renew(): Promise<string> {
        try {
          const { token, expiresInSeconds } = await fetchToken(options, asked)
          entry.fetchedAt = options.now().getTime()
          entry.expiresAt = entry.fetchedAt + expiresInSeconds * 1000
          entry.renewAt = entry.expiresAt - renewAheadMs
          return token
        } catch (error) {
          const now = options.now().getTime()
          const isGood = known !== undefined && now < known.expiresAt
          // A scope that is not to be had, such as that of a suspended tenant: each question stands in an audit.
          const isKept = !isGood && error instanceof ServiceTokenError && isScopeRefused(error)
          if (isKept) entry.renewAt = now + renewAgainMs
          else if (held.get(key) === entry) {
            held.delete(key)
            if (isGood) held.set(key, { ...known, renewAt: now + renewAgainMs })
          }
          if (isGood) return known.token
          throw error
        }
      }
    },
    invalidate(scopes, resource) {
      const key = askedFor(scopes, resource).toString()
      const fetchedAt = held.get(key)?.fetchedAt
      if (fetchedAt === undefined) return
      const age = options.now().getTime() - fetchedAt
      // Below zero the clock was set back, and says nothing.
      if (age < 0 || age >= freshForMs) held.delete(key)
    },
  }
}

const isScopeRefused = ({ error }: ServiceTokenError): boolean => error === 'invalid_scope'

/** What the token is asked for, which is also what it is remembered by. */
function askedFor(scopes: readonly string[], resource: string | undefined): URLSearchParams {
  const asked = new URLSearchParams({ scope: scopes.toSorted().join(' ') })
  if (resource !== undefined) asked.set('resource', resource)
  return asked
}

async function fetchToken(
  { tokenUrl, clientId, clientSecret, http }: ServiceTokenOptions,
  asked: URLSearchParams,
): Promise<{ token: string; expiresInSeconds: number }> {
  // RFC 6749 section 2.3.1: both parts are form-encoded before they are joined.
  const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`
  const response = await http.request({
    method: 'POST',
    url: tokenUrl,
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    form: { grant_type: 'client_credentials', ...Object.fromEntries(asked) },
  })
  const answer = readObject(response.text)
  const token = answer['access_token']
  const expiresInSeconds = answer['expires_in']
  if (
    response.status !== 200 ||
    typeof token !== 'string' ||
    typeof expiresInSeconds !== 'number'
  ) {
    throw new ServiceTokenError(
      response.status,
      typeof answer['error'] === 'string' ? answer['error'] : 'no_token',
    )
  }
  return { token, expiresInSeconds }
}

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    // A proxy's HTML page, say; the status tells the caller enough.
    return {}
  }
}

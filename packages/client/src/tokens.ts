import { NoToken, parseJson } from './errors.ts'
import { decideRetry, defaultRetry, type Failure, pause, readRetryAfter } from './retry.ts'

/** What a token is asked for. */
export interface TokenRequest {
  /** The one given last was refused (401): it is to be another. */
  readonly isRefused: boolean
}

/** Gives an access token, asked before each attempt: it keeps one while it is good. */
export type TokenSource = (request: TokenRequest) => string | Promise<string>

export interface ClientCredentialsOptions {
  /** `{baseUrl}/oauth2/token`. */
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Asks for a token that is good at one address only (RFC 8707). */
  readonly resource?: string | undefined
  readonly fetch?: typeof fetch | undefined
}

interface Kept {
  readonly token: string
  readonly renewAtMs: number
  readonly expiresAtMs: number
}

const timeoutMs = 10_000
/** After a renewal that failed. */
const renewAgainMs = 5_000

/**
 * Tokens of a SERVICE client, by client_credentials (RFC 6749 section 4.4). Each scope has one token,
 * kept and renewed a minute before its end (at half its time, if it lives shorter than two minutes);
 * who asks at the same time shares one request. Where the renewal fails, the old one is good until its end.
 *
 * ```ts
 * const tokensFor = clientCredentials({ tokenUrl, clientId, clientSecret })
 * const client = createClient({ baseUrl, token: tokensFor(`bpm.instance.read tenant:${tenantId}`) })
 * ```
 *
 * What it gives throws {@link NoToken} when the client or the scope is refused, or the identity
 * service cannot be reached.
 */
export function clientCredentials(
  options: ClientCredentialsOptions,
): (scope: string) => TokenSource {
  const kept = new Map<string, Kept>()
  const asked = new Map<string, Promise<Kept>>()
  const ask = async (scope: string): Promise<Kept> => {
    try {
      const given = await requestToken(options, scope)
      kept.set(scope, given)
      return given
    } catch (error) {
      const known = kept.get(scope)
      if (known === undefined || Date.now() >= known.expiresAtMs) throw error
      kept.set(scope, { ...known, renewAtMs: Date.now() + renewAgainMs })
      return known
    } finally {
      asked.delete(scope)
    }
  }
  return (scope) =>
    async ({ isRefused }) => {
      const known = kept.get(scope)
      if (isRefused) kept.delete(scope)
      else if (known !== undefined && Date.now() < known.renewAtMs) return known.token
      const pending = asked.get(scope) ?? ask(scope)
      asked.set(scope, pending)
      return (await pending).token
    }
}

async function requestToken(options: ClientCredentialsOptions, scope: string): Promise<Kept> {
  // A token more does no harm, it runs out by itself: so this POST may be repeated.
  for (let attempt = 1; ; attempt += 1) {
    const askedAtMs = Date.now()
    const answer = await send(options, scope)
    const { status, body } = answer
    if (status === 200) return keep(body, askedAtMs)
    const delayMs = decideRetry(failureOf(answer), attempt, defaultRetry, Math.random())
    if (delayMs === undefined) throw refusalOf(answer)
    await pause(delayMs)
  }
}

interface TokenAnswer {
  /** 0 when none came. */
  readonly status: number
  readonly retryAfterMs?: number | undefined
  readonly body: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

async function send(options: ClientCredentialsOptions, scope: string): Promise<TokenAnswer> {
  const { tokenUrl, clientId, clientSecret, resource, fetch: ownFetch } = options
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope })
  if (resource !== undefined) form.set('resource', resource)
  // Both are form-encoded before they are joined (RFC 6749 section 2.3.1).
  const credentials = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)
  try {
    const response = await (ownFetch ?? fetch)(tokenUrl, {
      method: 'POST',
      headers: {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: form.toString(),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), Date.now())
    const { status } = response
    return {
      status,
      retryAfterMs,
      body: Object(parseJson(await response.text())) as TokenAnswer['body'],
    }
  } catch (cause) {
    return { status: 0, body: {}, cause }
  }
}

function keep({ access_token, expires_in }: TokenAnswer['body'], askedAtMs: number): Kept {
  if (typeof access_token !== 'string') throw new NoToken('no_access_token')
  const lifeMs = typeof expires_in === 'number' ? expires_in * 1000 : 0
  const earlyMs = Math.min(60_000, lifeMs / 2)
  const expiresAtMs = askedAtMs + lifeMs
  return { token: access_token, renewAtMs: expiresAtMs - earlyMs, expiresAtMs }
}

const failureOf = ({ status, retryAfterMs }: TokenAnswer): Failure =>
  status === 0 ? { kind: 'no_answer' } : { kind: 'refused', status, retryAfterMs }

function refusalOf({ status, body, cause }: TokenAnswer): NoToken {
  const { error, error_description: description } = body
  const code = typeof error === 'string' ? error : status === 0 ? 'no_answer' : `http_${status}`
  return new NoToken(code, { cause, ...(typeof description === 'string' ? { description } : {}) })
}

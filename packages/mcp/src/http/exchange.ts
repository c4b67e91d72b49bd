import { decideRetry, NoToken, pause, readRetryAfter, type TokenSource } from '@countersign/client'

export interface ExchangeOptions {
  /** Public address of the platform, which is the issuer. */
  readonly platformUrl: string
  /** A SERVICE client that lists the address of this server among its `resources`. */
  readonly clientId: string
  readonly clientSecret: string
}

/** Of a token that names this server, what gives tokens for the platform. */
export type Exchange = (agentToken: string) => TokenSource

const TIMEOUT_MS = 10_000
const EARLY_MS = 10_000
/** Whoever called waits: once more, and not after a wait that is longer than theirs. */
const RETRY = { tries: 2, baseDelayMs: 250, maxDelayMs: 250, maxRetryAfterMs: 10_000 }
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'

/**
 * Gets this server tokens of its own for what it calls in an agent's place: what agents send it goes no
 * further. They live a minute, and nothing of them is kept when the request is over. Where the platform is
 * too busy (429, 502 to 504) it is asked once more, when it says.
 *
 * @see RFC 8693; Model Context Protocol 2025-06-18, "Authorization", "Access Token Privilege Restriction".
 */
export function createExchange(options: ExchangeOptions): Exchange {
  return (agentToken) => {
    let held: { readonly token: string; readonly until: number } | undefined
    return async ({ isRefused }) => {
      if (held !== undefined && !isRefused && Date.now() < held.until) return held.token
      held = await ask(options, agentToken)
      return held.token
    }
  }
}

/** @throws {@link NoToken} with OAuth's code, `invalid_request` when the agent's token has ended. */
async function ask(options: ExchangeOptions, agentToken: string) {
  // A token more does no harm, it runs out by itself: so this POST may be repeated.
  for (let attempt = 1; ; attempt += 1) {
    const askedAt = Date.now()
    const response = await send(options, agentToken)
    const { status, headers } = response
    const body = Object(await response.json().catch(() => undefined)) as Record<string, unknown>
    const { access_token: token, expires_in: seconds, error } = body
    if (status === 200 && typeof token === 'string')
      return { token, until: askedAt + Number(seconds ?? 0) * 1000 - EARLY_MS }
    const retryAfterMs = readRetryAfter(headers.get('retry-after'), Date.now())
    const refused = { kind: 'refused', status, retryAfterMs } as const
    const delayMs = decideRetry(refused, attempt, RETRY, Math.random())
    if (delayMs === undefined)
      throw new NoToken(typeof error === 'string' ? error : `http_${status}`)
    await pause(delayMs)
  }
}

function send({ platformUrl, clientId, clientSecret }: ExchangeOptions, agentToken: string) {
  // Both are form-encoded before they are joined (RFC 6749 section 2.3.1).
  const credentials = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)
  return fetch(`${platformUrl}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: agentToken,
      subject_token_type: ACCESS_TOKEN,
    }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new NoToken('no_answer', { cause })
  })
}

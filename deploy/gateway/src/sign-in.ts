import { createHash, randomBytes } from 'node:crypto'
import type { HttpClient } from '@countersign/service-kit/http-client'

export interface SignInAddresses {
  /** Public base URL of the platform. */
  readonly baseUrl: string
  /** Where iam answers the gateway. */
  readonly iamUrl: string
}

const timeoutMs = 2_000

/**
 * Begins a sign-in without a person (OpenID Connect Core 3.1.2.1, `prompt=none`): sent back with
 * `login_required`, the way there and back is open; any other answer is what people would meet.
 *
 * @returns the address they come back to.
 * @throws when iam sends them anywhere else, or nowhere.
 */
export async function trySignIn(
  { baseUrl, iamUrl }: SignInAddresses,
  http: HttpClient,
): Promise<string> {
  const back = new URL('/console/callback', baseUrl).href
  const url = beginning(iamUrl, back)
  const { status, headers } = await http.request({ method: 'GET', url, timeoutMs })
  const location = String(headers['location'] ?? '')
  const error = URL.canParse(location) ? new URL(location).searchParams.get('error') : null
  if (location.startsWith(back) && error === 'login_required') return back
  throw new Error(`iam does not send them back to ${back}: ${error ?? `it answers ${status}`}`)
}

function beginning(iamUrl: string, redirectUri: string): string {
  const url = new URL('/oauth2/authorize', iamUrl)
  const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url')
  url.search = new URLSearchParams({
    client_id: 'countersign-console',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    prompt: 'none',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }).toString()
  return url.href
}

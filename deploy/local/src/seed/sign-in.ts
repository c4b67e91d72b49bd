import * as oidc from 'openid-client'

/** Where an application sends its visitors, and where they come back. */
interface Application {
  readonly baseUrl: string
  readonly clientId: string
  readonly redirectUri: string
}

interface Credentials {
  readonly username: string
  readonly password: string
}

interface Federation {
  readonly tenantId: string
  /** An identity provider as the sign-in page of the tenant names it; it signs its visitors in without asking. */
  readonly provider: string
}

export type SignIn = Application & (Credentials | Federation)

export interface SignedIn {
  readonly accessToken: string
  readonly refreshToken: string | undefined
}

/** An answer that does not lead on. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer'
  readonly status: number

  constructor(what: string, { status }: Pick<Response, 'status'>) {
    super(`${what} was answered ${status}`)
    this.status = status
  }
}

/**
 * Signs in as a browser would: authorization code with PKCE (RFC 7636), the sign-in page, cookies.
 *
 * @returns an access token, and the refresh token that the client gets with it.
 *
 * @throws {@link UnexpectedAnswer} where a page does not lead on; what openid-client throws, and `fetch`.
 *
 * Kept by: deploy/local/src/seed/sign-in.test.ts "does not type a password into what is no page"
 */
export function signIn(options: SignIn): Promise<SignedIn> {
  if ('username' in options) {
    const { username } = options
    return authorize(options, {
      who: username,
      leave: (html, page) => fillForm(html, page, options),
    })
  }
  const { provider, tenantId } = options
  return authorize(
    options,
    { who: `somebody of ${provider}`, leave: (html, page) => followLink(html, page, provider) },
    { tenant_id: tenantId },
  )
}

interface PageRequest {
  readonly url: URL
  readonly form?: URLSearchParams
}

/** How the one page on the way is left. */
interface Visitor {
  readonly who: string
  readonly leave: (html: string, page: URL) => PageRequest
}

async function authorize(
  options: Application,
  visitor: Visitor,
  parameters: Readonly<Record<string, string>> = {},
): Promise<SignedIn> {
  const config = await discover(options)
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  const start = oidc.buildAuthorizationUrl(config, {
    redirect_uri: options.redirectUri,
    scope: 'openid profile',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...parameters,
  })
  const callback = await passSignInPage(start, options.redirectUri, visitor)
  const tokens = await oidc.authorizationCodeGrant(config, callback, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token }
}

const discover = ({ baseUrl, clientId }: Pick<SignIn, 'baseUrl' | 'clientId'>) =>
  oidc.discovery(new URL(baseUrl), clientId, undefined, oidc.None(), {
    // The local platform has no certificate; its tokens never leave the machine.
    execute: [oidc.allowInsecureRequests],
  })

const maxSteps = 20

async function passSignInPage(
  start: URL,
  redirectUri: string,
  { who, leave }: Visitor,
): Promise<URL> {
  const cookies = new Map<string, string>()
  let request: PageRequest = { url: start }
  let left = false
  for (let step = 0; step < maxSteps; step += 1) {
    if (request.url.href.startsWith(`${redirectUri}?`)) return request.url
    const answer = await send(request, cookies)
    const location = answer.headers.get('location')
    if (location !== null) {
      request = { url: new URL(location, request.url) }
      continue
    }
    // A refusal is no form, whatever can be read into it.
    if (left || !answer.ok) throw new UnexpectedAnswer(`sign-in as ${who}`, answer)
    request = leave(await answer.text(), request.url)
    left = true
  }
  throw new Error('sign-in goes round in circles')
}

async function send({ url, form }: PageRequest, cookies: Map<string, string>): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(url, {
    redirect: 'manual',
    method: form === undefined ? 'GET' : 'POST',
    headers: {
      ...(cookie === '' ? {} : { cookie }),
      ...(form === undefined ? {} : { origin: url.origin }),
    },
    ...(form === undefined ? {} : { body: form }),
  })
  for (const line of answer.headers.getSetCookie()) {
    const [pair = ''] = line.split(';', 1)
    const [name, value] = splitOnce(pair)
    cookies.set(name, value)
  }
  return answer
}

/** Reads the page's form: where it goes and its hidden fields. */
function fillForm(html: string, page: URL, { username, password }: Credentials): PageRequest {
  const action = attribute(/<form\b[^>]*>/i.exec(html)?.[0] ?? '', 'action') ?? page.href
  const form = new URLSearchParams()
  for (const [input] of html.matchAll(/<input\b[^>]*>/gi)) {
    const name = attribute(input, 'name')
    if (name !== undefined && attribute(input, 'type') === 'hidden') {
      form.set(name, attribute(input, 'value') ?? '')
    }
  }
  form.set('username', username)
  form.set('password', password)
  return { url: new URL(action, page), form }
}

function followLink(html: string, page: URL, provider: string): PageRequest {
  const link = [...html.matchAll(/(<a\b[^>]*>)([^<]*)/gi)].find(([, , text]) =>
    text?.includes(provider),
  )
  const href = attribute(link?.[1] ?? '', 'href')
  if (href === undefined) throw new Error(`the page offers no ${provider}`)
  return { url: new URL(href, page) }
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]
  return value?.replaceAll('&#x2F;', '/').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

function splitOnce(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}

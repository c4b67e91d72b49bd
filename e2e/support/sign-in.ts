import { parse, type HTMLElement } from 'node-html-parser'
import * as oauth from 'openid-client'
import { CookieJar } from 'tough-cookie'
import { clientFor, platform, userNamed, type Platform, type PlatformClient } from './platform.ts'

/** A browser as far as sign-in needs one: cookies, redirects, forms. */
export class Browser {
  readonly cookies = new CookieJar()

  /** Follows redirects until a page, or until an address that `isEnd` knows. */
  async visit(url: URL, isEnd: (url: URL) => boolean, form?: URLSearchParams): Promise<Visit> {
    let target = url
    let body = form
    for (let hops = 0; hops < 20; hops++) {
      const response = await this.#send(target, body)
      const location = response.headers.get('location')
      if (location === null)
        return { url: target, status: response.status, html: await response.text() }
      target = new URL(location, target)
      body = undefined
      if (isEnd(target)) return { url: target, status: response.status, html: '' }
    }
    throw new Error(`too many redirects from ${url.pathname}`)
  }

  async #send(url: URL, form: URLSearchParams | undefined): Promise<Response> {
    const response = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        cookie: await this.cookies.getCookieString(url.href),
        accept: 'text/html,*/*;q=0.8',
        origin: url.origin,
      },
      ...(form === undefined ? {} : { body: form }),
    })
    for (const cookie of response.headers.getSetCookie())
      await this.cookies.setCookie(cookie, url.href)
    return response
  }
}

export interface Visit {
  readonly url: URL
  readonly status: number
  readonly html: string
}

export interface SignedIn {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  readonly idToken: string | undefined
}

const configurations = new Map<string, Promise<oauth.Configuration>>()

function configurationOf(
  client: PlatformClient,
  { baseUrl }: Platform,
): Promise<oauth.Configuration> {
  const key = `${baseUrl} ${client.clientId}`
  const known = configurations.get(key)
  if (known !== undefined) return known
  const discovered = oauth.discovery(new URL(baseUrl), client.clientId, undefined, oauth.None(), {
    execute: [oauth.allowInsecureRequests],
  })
  configurations.set(key, discovered)
  return discovered
}

export interface SignInOptions {
  /** Where, if not at the platform that all tests share; the client is then one of it. */
  readonly at?: Platform
  readonly client?: PlatformClient
  readonly browser?: Browser
  readonly username?: string
  readonly password?: string
  /** Where to, when the person is a member of several tenants. */
  readonly tenantId?: string
  /** Extra parameters of the authorization request, such as `prompt`. */
  readonly parameters?: Readonly<Record<string, string>>
}

/**
 * Signs a person in by code and PKCE through the real sign-in page.
 *
 * @throws when the flow ends anywhere but at the client's redirect address with a code.
 */
export async function signIn(options: SignInOptions): Promise<SignedIn> {
  const client = options.client ?? clientFor('console')
  const configuration = await configurationOf(client, options.at ?? platform())
  const verifier = oauth.randomPKCECodeVerifier()
  const state = oauth.randomState()
  const redirectUri = client.redirectUris?.[0] ?? ''
  const start = oauth.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid profile',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...options.parameters,
  })
  const callback = await walk(options.browser ?? new Browser(), start, redirectUri, options)
  const tokens = await oauth.authorizationCodeGrant(configuration, callback, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    idToken: tokens.id_token,
  }
}

/** Goes through the pages of a sign-in, to the address where the client waits for its code. */
export async function walk(
  browser: Browser,
  start: URL,
  redirectUri: string,
  options: SignInOptions,
): Promise<URL> {
  const isCallback = (url: URL) => url.href.startsWith(redirectUri)
  let visit = await browser.visit(start, isCallback)
  for (let pages = 0; pages < 5 && !isCallback(visit.url); pages++) {
    const form = parse(visit.html).querySelector('form')
    if (form === null)
      throw new Error(
        `no form at ${visit.url.pathname}: ${visit.status} ${visit.html.slice(0, 300)}`,
      )
    visit = await browser.visit(
      new URL(form.getAttribute('action') ?? '', visit.url),
      isCallback,
      fill(form, options),
    )
  }
  if (!isCallback(visit.url)) throw new Error(`sign-in ended at ${visit.url.pathname}`)
  return visit.url
}

function fill(form: HTMLElement, { username, password, tenantId }: SignInOptions): URLSearchParams {
  const fields = new URLSearchParams()
  for (const input of form.querySelectorAll('input[name]')) {
    fields.append(input.getAttribute('name') ?? '', input.getAttribute('value') ?? '')
  }
  if (fields.has('username')) fields.set('username', username ?? '')
  if (fields.has('password')) fields.set('password', password ?? '')
  if (form.querySelector('button[value="allow"]') !== null) fields.set('decision', 'allow')
  if (form.querySelector('button[name="tenant"]') !== null) fields.set('tenant', tenantId ?? '')
  return fields
}

interface Held {
  readonly token: Promise<string>
  readonly since: number
}

const held = new Map<string, Held>()

/** Half of what a token lives: who takes it has the other half to use it in. */
const heldMs = 5 * 60_000

/** What one story held, another may have revoked. */
export const forgetTokens = (): void => held.clear()

/** An access token of a seeded account; each account signs in anew only when the last one is old. */
export function tokenOf(username: string): Promise<string> {
  const known = held.get(username)
  if (known !== undefined && Date.now() - known.since < heldMs) return known.token
  const { password } = userNamed(username)
  const token = signIn({ username, password }).then(({ accessToken }) => accessToken)
  held.set(username, { token, since: Date.now() })
  return token
}

/** A service token by client_credentials. */
export async function serviceToken(
  purpose: string,
  scopes: readonly string[],
  at: Platform = platform(),
): Promise<string> {
  const client = clientFor(purpose, at)
  const configuration = await oauth.discovery(
    new URL(at.baseUrl),
    client.clientId,
    undefined,
    oauth.ClientSecretBasic(client.clientSecret),
    { execute: [oauth.allowInsecureRequests] },
  )
  const tokens = await oauth.clientCredentialsGrant(configuration, { scope: scopes.join(' ') })
  return tokens.access_token
}

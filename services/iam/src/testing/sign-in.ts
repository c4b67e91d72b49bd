import * as openid from 'openid-client'
import { Browser, type Visit } from './browser.ts'
import { callback, password, secretOf } from './world.ts'

export interface Authorization {
  readonly url: URL
  readonly verifier: string
  readonly state: string
}

/** A public client as an application has it, found by discovery. */
export function discoverSpa(issuer: string, clientId = 'console'): Promise<openid.Configuration> {
  return openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  })
}

export function discoverService(
  issuer: string,
  clientId = 'workflow',
  authentication: openid.ClientAuth = openid.ClientSecretBasic(secretOf(clientId)),
): Promise<openid.Configuration> {
  return openid.discovery(new URL(issuer), clientId, undefined, authentication, {
    execute: [openid.allowInsecureRequests],
  })
}

/** The request of an application that wants its user signed in. */
export async function authorize(
  config: openid.Configuration,
  extra: Record<string, string> = {},
): Promise<Authorization> {
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid profile',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...extra,
  })
  return { url, verifier, state }
}

/** Opens the sign-in page of a request. */
export async function openSignIn(browser: Browser, { url }: Authorization): Promise<Visit> {
  return browser.follow(await browser.get(url.href), callback)
}

/** Types user name and password; goes on to the next page or back to the application. */
export async function enterCredentials(
  browser: Browser,
  page: Visit,
  username: string,
  typed = password,
): Promise<Visit> {
  return browser.follow(await browser.submit(page, { username, password: typed }), callback)
}

export function redeem(
  config: openid.Configuration,
  visit: Visit,
  { verifier, state }: Authorization,
) {
  if (visit.location === undefined)
    throw new Error(`no way back from ${visit.url} (${visit.status}): ${visit.text}`)
  return openid.authorizationCodeGrant(config, new URL(visit.location), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
}

/** A whole sign-in, from the application and back. */
export async function signInAs(
  issuer: string,
  username: string,
  options: { clientId?: string; browser?: Browser; parameters?: Record<string, string> } = {},
) {
  const { clientId = 'console', browser = new Browser(), parameters = {} } = options
  const config = await discoverSpa(issuer, clientId)
  const authorization = await authorize(config, parameters)
  const page = await openSignIn(browser, authorization)
  const back = await enterCredentials(browser, page, username)
  const tokens = await redeem(config, back, authorization)
  return { config, browser, tokens, claims: claimsOf(tokens.access_token) }
}

/** Claims of a token without a look at its signature: for tests about what is in it. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >
}

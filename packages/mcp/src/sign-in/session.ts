import { randomUUID } from 'node:crypto'
import type { TokenSource } from '@countersign/client'
import {
  discoverAuthorizationServerMetadata,
  exchangeAuthorization,
  refreshAuthorization,
  startAuthorization,
} from '@modelcontextprotocol/sdk/client/auth.js'
import { OAuthError } from '@modelcontextprotocol/sdk/server/auth/errors.js'
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { openLoopback } from './loopback.ts'
import { SignInPending } from './pending.ts'
import type { TokenStore } from './token-file.ts'

export interface SessionOptions {
  /** Public address of the platform. */
  readonly issuer: string
  /** A client that is registered as an agent. */
  readonly clientId: string
  readonly store: TokenStore
  readonly open: (address: URL) => void
  /** How long a call waits for the person before it says where they sign in. Default 40 s. */
  readonly patienceMs?: number
}

/** How long the person may take. */
const SIGN_IN_MS = 300_000
const EARLY_MS = 30_000

/**
 * The access token of whoever is signed in on this machine, by code and PKCE in their own browser. Two
 * calls at once sign in once.
 *
 * @throws {@link SignInPending} while the person has not come back; the sign-in goes on.
 */
export function createSession(options: SessionOptions): TokenSource {
  let held: { readonly token: string; readonly until: number } | undefined
  let running: Promise<void> | undefined
  let address: URL | undefined
  const keep = async (tokens: OAuthTokens) => {
    const seconds = tokens.expires_in ?? 0
    held = { token: tokens.access_token, until: Date.now() + seconds * 1000 - EARLY_MS }
    await options.store.write(tokens.refresh_token)
  }
  const renew = async () => {
    const kept = await options.store.read()
    const tokens = kept === undefined ? undefined : await refresh(options, kept)
    await keep(tokens ?? (await signIn(options, (shown) => (address = shown))))
  }
  return async ({ isRefused }) => {
    if (held !== undefined && !isRefused && Date.now() < held.until) return held.token
    running ??= renew().finally(() => {
      running = undefined
      address = undefined
    })
    await within(running, options.patienceMs ?? 40_000, () => address)
    if (held === undefined) throw new Error('no token was kept')
    return held.token
  }
}

async function within(
  work: Promise<void>,
  patienceMs: number,
  addressOf: () => URL | undefined,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const impatience = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const address = addressOf()
      reject(address === undefined ? new Error('the platform is slow') : new SignInPending(address))
    }, patienceMs)
  })
  await Promise.race([work, impatience]).finally(() => clearTimeout(timer))
}

/** Undefined when the sign-in that it came from has ended. */
async function refresh(
  { issuer, clientId }: SessionOptions,
  refreshToken: string,
): Promise<OAuthTokens | undefined> {
  const metadata = await discover(issuer)
  const clientInformation = { client_id: clientId }
  try {
    return await refreshAuthorization(issuer, { metadata, clientInformation, refreshToken })
  } catch (error) {
    if (error instanceof OAuthError && error.errorCode === 'invalid_grant') return undefined
    throw error
  }
}

async function signIn(
  { issuer, clientId, open }: SessionOptions,
  show: (address: URL) => void,
): Promise<OAuthTokens> {
  const metadata = await discover(issuer)
  const clientInformation = { client_id: clientId }
  const state = randomUUID()
  const loopback = await openLoopback({ state, issuer, timeoutMs: SIGN_IN_MS })
  try {
    const { redirectUri } = loopback
    const begun = await startAuthorization(issuer, {
      metadata,
      clientInformation,
      redirectUrl: redirectUri,
      scope: 'openid',
      state,
    })
    show(begun.authorizationUrl)
    open(begun.authorizationUrl)
    const { codeVerifier } = begun
    const authorizationCode = await loopback.code
    const redeemed = { authorizationCode, codeVerifier, redirectUri }
    return await exchangeAuthorization(issuer, { metadata, clientInformation, ...redeemed })
  } finally {
    loopback.close()
  }
}

/** @throws Error unless the document is of this issuer (RFC 8414 section 3.3) */
async function discover(issuer: string) {
  const metadata = await discoverAuthorizationServerMetadata(issuer)
  if (metadata?.issuer !== issuer) throw new Error(`${issuer} is no issuer`)
  return metadata
}

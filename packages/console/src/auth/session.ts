import {
  ErrorResponse,
  InMemoryWebStorage,
  UserManager,
  WebStorageStateStore,
  type INavigator,
  type User,
} from 'oidc-client-ts'
import { bindToPage, isBinding } from './page-key.ts'
import type { Challenge } from './step-up.ts'

const { origin } = location
const home = `${origin}/console/`
const callback = `${home}callback`

/** Where a window begins in which somebody confirms who they are. */
const confirmation = '/console/confirm'

/** Renewed so long before its end that it does not end on the way. */
const renewAheadSeconds = 30

/**
 * Shorter than the time in which a refresh token may be used once more (ten seconds): where the answer was lost, the
 * next try is none of a thief.
 */
const renewTimeoutSeconds = 7

/** What survives the way over the sign-in page. */
interface Journey {
  readonly returnTo: string
}

let meanwhile: (() => void) | undefined

/**
 * The way over the identity service without leaving the page: its addresses are of this origin, so a
 * request can follow its redirects, and where they end is the answer.
 */
const followRedirects: INavigator = {
  prepare: () =>
    Promise.resolve({
      navigate: async ({ url }) => {
        const asked = fetch(url)
        if (meanwhile !== undefined) setTimeout(meanwhile)
        meanwhile = undefined
        const answer = await asked
        void answer.body?.cancel()
        return { url: answer.url }
      },
      close() {},
    }),
  callback: () => Promise.resolve(),
}

const clientId = 'countersign-console'

const settings = {
  authority: origin,
  client_id: clientId,
  ...(isBinding() ? { dpop: bindToPage(clientId) } : {}),
  redirect_uri: callback,
  silent_redirect_uri: callback,
  post_logout_redirect_uri: home,
  scope: 'openid profile email',
  // Tokens live in the memory of this page alone. What one sign-in needs on its way (state and PKCE
  // verifier, worthless afterwards) must outlive a redirect, and is the tab's own.
  userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  stateStore: new WebStorageStateStore({ store: sessionStorage, prefix: 'countersign.signin.' }),
  automaticSilentRenew: false,
  monitorSession: false,
  loadUserInfo: false,
  // The gateway's own addresses: asking for the discovery document would cost each start a request.
  metadata: {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth2/authorize`,
    token_endpoint: `${origin}/oauth2/token`,
    end_session_endpoint: `${origin}/connect/logout`,
    revocation_endpoint: `${origin}/oauth2/revoke`,
  },
}

const manager = new UserManager(settings, undefined, undefined, followRedirects)

let user: User | undefined
let starting: Promise<void> | undefined
let renewing: Promise<string> | undefined
const listeners = new Set<SessionListeners>()

interface SessionListeners {
  /** The session has ended while the page was open. */
  readonly ended: () => void
  /** Somebody has signed in in another window of this browser. */
  readonly signedInBeside: () => void
}

/** Between the windows of this browser: that somebody has just signed in. It carries nothing. */
const windows = new BroadcastChannel('countersign.signed-in')
windows.addEventListener('message', () => {
  for (const { signedInBeside } of listeners) signedInBeside()
})

/** Thrown when the session is over: only a new sign-in helps. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded'
}

/**
 * Begins to get a token: at once where the identity service knows the browser, else by leaving for
 * the sign-in page. Ends when the address is the one the person meant; requests wait for the token.
 *
 * @param whileAsked What is to be done once, while the identity service is being asked: until then
 * each millisecond of work is one that everybody waits longer.
 * @throws ErrorResponse when the identity service refused the sign-in.
 */
export async function startSession(whileAsked?: () => void): Promise<void> {
  meanwhile = whileAsked
  if (comesFromSignIn()) await finishSignIn()
  else if (location.pathname === confirmation) await confirm()
  else starting = signInQuietly()
}

async function signInQuietly(): Promise<void> {
  try {
    user = (await manager.signinSilent()) ?? undefined
  } catch {
    // Nobody is signed in, or something is to be asked that only a page can ask.
  }
  if (user === undefined) {
    await signIn()
    await untilLeft()
  }
}

/** Whether this address is the end of a sign-in: the browser has just come back. */
function comesFromSignIn(): boolean {
  return (
    location.pathname === '/console/callback' && new URLSearchParams(location.search).has('state')
  )
}

/** Redeems what the sign-in page gave. Afterwards the address is where the person wanted to be. */
async function finishSignIn(): Promise<void> {
  const refused = new URLSearchParams(location.search).has('error')
  try {
    user = await manager.signinCallback()
  } catch (error) {
    if (refused) throw error
    // Opened a second time, or in another tab: it knows nothing of its beginning.
    await signIn({ returnTo: '/console/' })
    return untilLeft()
  }
  const { returnTo } = (user?.state ?? { returnTo: '/console/' }) as Journey
  history.replaceState(null, '', isOwn(returnTo) ? returnTo : '/console/')
  await manager.clearStaleState()
}

/** The browser is leaving; there is nothing to show. */
const untilLeft = (): Promise<never> => new Promise(() => {})

const isOwn = (address: string): boolean => address.startsWith('/console/')

/** How good the sign-in has to be, and whose it is likely to be. */
interface Wanted extends Challenge {
  readonly tenantId?: string
  /** The user name to begin with. */
  readonly loginHint?: string
}

/** Leaves for the sign-in page, and comes back to where the person is now. */
export async function signIn(options: Wanted & { readonly returnTo?: string } = {}): Promise<void> {
  const here = location.pathname + location.search + location.hash
  const state: Journey = { returnTo: options.returnTo ?? here }
  const { tenantId, acrValues, maxAge, loginHint } = options
  await manager.signinRedirect({
    state,
    ...(acrValues === undefined ? {} : { acr_values: acrValues }),
    ...(maxAge === undefined ? {} : { max_age: maxAge }),
    ...(loginHint === undefined ? {} : { login_hint: loginHint }),
    ...(tenantId === undefined ? {} : { extraQueryParams: { tenant_id: tenantId } }),
  })
}

/** What {@link confirmBeside} has put into the address of this window. */
async function confirm(): Promise<never> {
  const asked = new URLSearchParams(location.search)
  const text = (name: string) => asked.get(name) ?? undefined
  const [acrValues, tenantId, loginHint, maxAge] = [
    text('acr_values'),
    text('tenant_id'),
    text('login_hint'),
    text('max_age'),
  ]
  await signIn({
    returnTo: '/console/signed-in',
    ...(acrValues === undefined ? {} : { acrValues }),
    ...(tenantId === undefined ? {} : { tenantId }),
    ...(loginHint === undefined ? {} : { loginHint }),
    ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }),
  })
  return untilLeft()
}

/** Ends the session here and at the identity service. */
export async function signOut(): Promise<void> {
  await manager.signoutRedirect()
}

/**
 * An access token that lasts for the next request.
 *
 * @throws {@link SessionEnded} when there is none to be had; the listeners have been told.
 */
export async function accessToken(): Promise<string> {
  await starting
  if (user !== undefined && (user.expires_in ?? 0) > renewAheadSeconds) return user.access_token
  return renewToken()
}

/** The id of who is signed in, as soon as that is known. @throws as {@link accessToken}. */
export async function signedInId(): Promise<string | undefined> {
  await accessToken()
  return user?.profile.sub
}

/** Another access token than the last, which a service did not take. All callers share one renewal. */
export function renewToken(): Promise<string> {
  renewing ??= renew().finally(() => {
    renewing = undefined
  })
  return renewing
}

const onwardHeader = 'dpop-onward'

/**
 * Names the path that a service posts to with the token of this request, so that it is sent a proof
 * for that as well.
 */
export const onward = (path: string) => ({ [onwardHeader]: path })

/**
 * Puts into a request who is signed in: the token, and a proof of its key where it is bound to one.
 *
 * @param nonce What a server wants to find in the proof.
 */
export async function authorize({ url, method, headers }: Request, nonce?: string): Promise<void> {
  if (user === undefined) throw new SessionEnded('nobody is signed in')
  const { access_token: token } = user
  // RFC 9449 section 4.2: the address without query and fragment.
  const proof = await manager.dpopProof(url.replace(/[?#].*$/, ''), user, method, nonce)
  const path = headers.get(onwardHeader)
  headers.delete(onwardHeader)
  headers.set('authorization', `${proof === undefined ? 'Bearer' : 'DPoP'} ${token}`)
  if (proof === undefined) return
  headers.set('dpop', proof)
  if (path === null) return
  const onwardProof = await manager.dpopProof(origin + path, user, 'POST')
  if (onwardProof !== undefined) headers.set(onwardHeader, onwardProof)
}

async function renew(): Promise<string> {
  if (user?.refresh_token === undefined) return end()
  // What is set for the manager is overwritten by the library's own call where none is given here.
  const limit = { silentRequestTimeoutInSeconds: renewTimeoutSeconds }
  const renewed = await manager.signinSilent(limit).catch((error: unknown) => {
    // A network that is down ends no session, nor does a service that starts again: the next request tries again.
    if (!isRefusal(error)) throw new TypeError('the sign-in was not renewed', { cause: error })
    return end(error)
  })
  if (renewed === null) return end()
  user = renewed
  return user.access_token
}

function isRefusal(error: unknown): boolean {
  const passing = ['server_error', 'temporarily_unavailable']
  return error instanceof ErrorResponse && !passing.includes(error.error ?? '')
}

function end(cause?: unknown): never {
  for (const { ended } of listeners) ended()
  throw new SessionEnded('the session has ended', { cause })
}

/** Tells what becomes of the session while the page is open. */
export function onSession(listener: SessionListeners): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Signs in in a window beside this one: what was typed here stays, and goes on afterwards. */
export function signInBeside(): void {
  window.open('/console/signed-in', 'countersign-sign-in')
}

/**
 * Lets the person prove in a window beside this one who they are: with the tokens of this page in its
 * memory, leaving it would lose what was typed. The windows need not know each other: on https the
 * sign-in pages cut the tie (COOP), and a channel tells the end.
 */
export function confirmBeside({ acrValues, maxAge, tenantId, loginHint }: Wanted): void {
  const asked = Object.entries({
    acr_values: acrValues,
    max_age: maxAge?.toString(),
    tenant_id: tenantId,
    login_hint: loginHint,
  }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const address = `${confirmation}?${new URLSearchParams(asked).toString()}`
  window.open(address, 'countersign-sign-in')
}

/** Tells the other windows of this browser that somebody has signed in. */
export function tellSignedIn(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  windows.postMessage('')
}

/**
 * Goes on after a sign-in beside: with a session of the same person in the same tenant. Whoever else
 * signed in gets a console of their own, and nothing of what is shown here.
 *
 * @returns whether it goes on; not while nobody has signed in.
 */
export async function resumeSession(tenantId: string): Promise<boolean> {
  const before = user
  // Its refresh token would be tried, and is worthless.
  await manager.removeUser()
  const next = await manager
    .signinSilent({ extraQueryParams: { tenant_id: tenantId } })
    .catch(() => null)
  if (next === null) {
    // Whoever signs in later must not become the person of this page unseen.
    await manager.storeUser(before ?? null)
    return false
  }
  if (next.profile.sub !== before?.profile.sub) {
    location.assign(home)
    return untilLeft()
  }
  user = next
  return true
}

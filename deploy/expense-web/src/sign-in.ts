import {
  ErrorResponse,
  InMemoryWebStorage,
  UserManager,
  WebStorageStateStore,
  type User,
} from 'oidc-client-ts'
import { isEmbedded } from './embedded.ts'

/** Where people sign in, and as which client these pages ask; the backend knows (`/settings.json`). */
export interface Settings {
  readonly issuer: string
  readonly clientId: string
}

export interface Session {
  readonly user: { readonly id: string; readonly name: string }
  /** A token that lasts for the next request. */
  token(): Promise<string>
  signOut(): Promise<void>
}

/**
 * Signs in without asking where somebody is signed in already: the way over the identity service
 * and back shows no page then. Undefined when the browser is leaving for the sign-in page.
 *
 * Tokens live in the memory of this page: nothing that another script or a later user of the
 * computer could read is stored. Opening the page again takes the same silent way again.
 *
 * @throws ErrorResponse when the identity service refused, as with `login_required` inside a frame.
 */
export async function openSession(settings: Settings): Promise<Session | undefined> {
  const manager = new UserManager({
    authority: settings.issuer,
    client_id: settings.clientId,
    redirect_uri: `${location.origin}/callback`,
    post_logout_redirect_uri: `${location.origin}/`,
    scope: 'openid profile',
    // No page of the identity service can be shown inside a frame.
    ...(isEmbedded ? { prompt: 'none' } : {}),
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    // State and PKCE verifier must outlive the redirect; they are worthless after it.
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: false,
    // Back leads to the page before, not to the way over the identity service.
    redirectMethod: 'replace',
  })
  if (location.pathname !== '/callback') {
    await manager.signinRedirect({ state: location.pathname })
    return undefined
  }
  const user = await manager.signinCallback().catch((error: unknown) => {
    // A bookmark of this address knows nothing of its beginning.
    if (!(error instanceof ErrorResponse)) return undefined
    // Trying again begins where this began.
    history.replaceState(null, '', pathIn(error.state))
    throw error
  })
  history.replaceState(null, '', pathIn(user?.state))
  return user === undefined ? openSession(settings) : sessionOf(manager, user)
}

const pathIn = (state: unknown): string => (typeof state === 'string' ? state : '/')

const renewAheadSeconds = 30

function sessionOf(manager: UserManager, first: User): Session {
  let user = first
  let renewing: Promise<User | null> | undefined
  return {
    user: { id: first.profile.sub, name: first.profile.name ?? first.profile.sub },
    async token() {
      if ((user.expires_in ?? 0) > renewAheadSeconds) return user.access_token
      // One renewal for all who ask: the refresh token changes with each use.
      renewing ??= manager.signinSilent().finally(() => {
        renewing = undefined
      })
      user = (await renewing) ?? user
      return user.access_token
    },
    signOut: () => manager.signoutRedirect(),
  }
}

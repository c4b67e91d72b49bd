import { InMemoryWebStorage, UserManager, WebStorageStateStore, type User } from 'oidc-client-ts'

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

/** Shown inside another page, as the console shows an expense beside its task. */
export const isEmbedded = window.self !== window.top

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
  })
  if (location.pathname !== '/callback') {
    await manager.signinRedirect({ state: location.pathname })
    return undefined
  }
  const user = await manager.signinCallback().catch((error: unknown) => {
    // A bookmark of this address knows nothing of its beginning.
    if (new URLSearchParams(location.search).has('error')) throw error
  })
  history.replaceState(null, '', typeof user?.state === 'string' ? user.state : '/')
  return user === undefined ? openSession(settings) : sessionOf(manager, user)
}

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

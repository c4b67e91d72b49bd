import { linkPaths } from '../mail/link-paths.ts'
import { upstreamPath } from '../upstream/redirect-uri.ts'

/** Lifetimes of the protocol, in seconds. */
export const lifetimes = {
  authorizationCode: 60,
  idToken: 600,
  /** How long a sign-in may take, page by page. */
  interaction: 1_800,
  /** From sign-in; using the session does not stretch it. */
  session: 12 * 3_600,
  /** From sign-in; refreshing does not stretch it. */
  refreshToken: 7 * 24 * 3_600,
} as const

/** Where the protocol is, below the base URL. */
export const paths = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  pushedRequest: '/oauth2/par',
  jwks: '/oauth2/jwks',
  revocation: '/oauth2/revoke',
  introspection: '/oauth2/introspect',
  userinfo: '/userinfo',
  logout: '/connect/logout',
  signIn: '/signin',
  signOut: '/signout',
  /** Where OpenID providers of tenants send browsers back to, each to an address of its own. */
  upstream: upstreamPath,
  directory: '/signin/directory',
  link: '/signin/link',
  passkey: '/signin/passkey',
  forgot: '/signin/forgot',
  /** Where links in mails lead. */
  reset: linkPaths.password,
  invitation: linkPaths.invitation,
} as const

export const sessionCookie = '_session'

import type { Account } from '../../support/accounts.ts'
import { Browser, walk } from '../../support/sign-in.ts'
import type { Applications } from '../applications.ts'
import type { ForeignClient, Refreshed, Session } from '../client.ts'
import { startApache } from './apache.ts'

/** What the module's `info` page tells of a session. */
interface Info {
  readonly access_token: string
  readonly refresh_token: string
  readonly userinfo: Readonly<Record<string, unknown>>
}

const lacks = (what: string) => () => Promise.reject(new Error(`the module has no ${what}`))

/** mod_auth_openidc before pages of Apache. */
export async function startClient(
  modulePath: string,
  applications: Applications,
): Promise<ForeignClient> {
  const { origin } = applications
  const { log, stop } = await startApache(modulePath, applications)
  return {
    // What it found is seen where it sends a browser to.
    discover: async () => {
      const { headers } = await fetch(`${origin}/me`, { redirect: 'manual' })
      return new URL(headers.get('location') ?? '').origin
    },
    signIn: (person) => signIn(applications, person, log),
    clientCredentials: lacks('tokens of its own'),
    verify: async (token) => {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${origin}/resource`, { headers })
      return response.headers.get('x-subject') ?? String(response.status)
    },
    later: () => Promise.resolve(),
    stop,
  }
}

/** A page that only who is signed in gets: the headers that Apache puts beside it. */
export async function openPage(browser: Browser, origin: string): Promise<Headers | undefined> {
  const cookie = await browser.cookies.getCookieString(origin)
  const response = await fetch(`${origin}/me`, { headers: { cookie }, redirect: 'manual' })
  return response.status === 200 ? response.headers : undefined
}

/** Signs somebody in, to a page of Apache. */
export async function signInTo(
  { origin, redirectUri }: Applications,
  person: Account,
): Promise<Browser> {
  const browser = new Browser()
  const callback = await walk(browser, new URL('/me', origin), redirectUri, person)
  const { status } = await browser.visit(callback, () => false)
  if (status !== 200) throw new Error(`the callback answered ${status}`)
  return browser
}

async function signIn(
  applications: Applications,
  person: Account,
  log: () => Promise<string>,
): Promise<Session> {
  const { origin, redirectUri, postLogoutRedirectUri } = applications
  const browser = await signInTo(applications, person)
  const headers = await openPage(browser, origin)
  const info = async (): Promise<Info> => {
    const { html } = await browser.visit(new URL(`${redirectUri}?info=json`), () => false)
    // The module's own page; the settings name its members.
    return JSON.parse(html) as Info
  }
  return {
    subject: headers?.get('x-subject') ?? '',
    idToken: headers?.get('x-id-token') ?? '',
    userinfo: async () => (await info()).userinfo,
    refreshToken: async () => (await info()).refresh_token,
    refresh: async (): Promise<Refreshed> => {
      const hook = new URL(redirectUri)
      hook.searchParams.set('refresh', `${origin}/bye`)
      hook.searchParams.set('access_token', (await info()).access_token)
      const { url } = await browser.visit(hook, ({ pathname }) => pathname === '/bye')
      const refused = url.searchParams.get('error_code')
      return refused === null
        ? { accessToken: (await info()).access_token }
        : { error: `${refused} ${await log()}` }
    },
    revoke: lacks('revocation but at the sign-out'),
    signOut: () => {
      const hook = new URL(redirectUri)
      hook.searchParams.set('logout', postLogoutRedirectUri)
      return walk(browser, hook, postLogoutRedirectUri, person)
    },
  }
}

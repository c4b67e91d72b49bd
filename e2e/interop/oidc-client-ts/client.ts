import type { Browser, Page } from 'playwright-core'
import type { Account } from '../../support/accounts.ts'
import type { Applications } from '../applications.ts'
import type { ForeignClient, Refreshed, Session } from '../client.ts'
import { openSpa, startSpa, waitForSpa } from './spa.ts'

/** What the library holds of its user. */
export interface Held {
  readonly access_token: string
  readonly id_token: string
  readonly refresh_token?: string | null
  readonly profile: Readonly<Record<string, string>>
}
export const heldBy = (page: Page) => page.evaluate<Held | null>('manager.getUser()')

/** A page of the application, as somebody who has just signed in. */
export async function signIn(
  browser: Browser,
  applications: Applications,
  { username, password }: Pick<Account, 'username' | 'password'>,
): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await openSpa(page, applications)
  await page.evaluate('void manager.signinRedirect()')
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${applications.redirectUri}**`)
  await waitForSpa(page)
  return page
}

const lacks = (what: string) => () => Promise.reject(new Error(`a browser has no ${what}`))

/** oidc-client-ts in Chromium. */
export async function startClient(
  browser: Browser,
  applications: Applications,
): Promise<ForeignClient> {
  const stop = await startSpa(applications)
  const plain = await browser.newPage()
  await openSpa(plain, applications)
  return {
    discover: () => plain.evaluate<string>('manager.metadataService.getIssuer()'),
    signIn: (person) => toSession(browser, applications, person),
    clientCredentials: lacks('secret'),
    verify: lacks('resource server'),
    later: () => Promise.resolve(),
    stop: async () => stop(),
  }
}

async function toSession(
  browser: Browser,
  applications: Applications,
  person: Account,
): Promise<Session> {
  const page = await signIn(browser, applications, person)
  let held = await heldBy(page)
  if (held === null) throw new Error('nobody is signed in')
  return {
    subject: held.profile['sub'] ?? '',
    idToken: held.id_token,
    // `loadUserInfo` has the library ask for it, compare the subject and merge the claims.
    userinfo: async () => {
      const asked = page.waitForResponse((response) => response.url().endsWith('/userinfo'))
      await page.evaluate('manager.signinSilent()')
      if (!(await asked).ok()) throw new Error('userinfo was refused')
      held = await heldBy(page)
      return held?.profile ?? {}
    },
    refreshToken: async () => held?.refresh_token ?? '',
    refresh: async () => {
      const refreshed = await refresh(page, held)
      held = (await heldBy(page)) ?? held
      return refreshed
    },
    revoke: async () => {
      // Rejects when the answer is not one that the library takes.
      await page.evaluate("manager.revokeTokens(['access_token', 'refresh_token'])")
    },
    signOut: async () => {
      await page.evaluate('void manager.signoutRedirect()')
      await page.waitForURL(`${applications.postLogoutRedirectUri}**`)
      await waitForSpa(page)
      return new URL(page.url())
    },
  }
}

/** Renews with the refresh token that was held, though the library may have dropped it since. */
const refresh = (page: Page, held: Held | null): Promise<Refreshed> =>
  page.evaluate<Refreshed>(`manager.storeUser(new User(${JSON.stringify(held)}))
    .then(() => manager.signinSilent())
    .then((user) => ({ accessToken: user.access_token }), ({ error }) => ({ error }))`)

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, vi } from 'vitest'
import type { Account } from '../support/accounts.ts'
import { Browser, walk } from '../support/sign-in.ts'
import type { Applications } from './applications.ts'
import type { ForeignClient, Refreshed, Session } from './client.ts'

interface Differences {
  /** Where the framework has the pages that it brings itself. */
  readonly paths?: Paths
  readonly env?: Readonly<Record<string, string>>
}

interface Paths {
  readonly login: string
  readonly signOut: string
}

/**
 * Starts a web application that keeps its users' tokens to itself, and tells in JSON what became of
 * them. It learns of the applications from the variable INTEROP.
 */
export async function startWebApp(
  command: readonly string[],
  applications: Applications,
  { paths = { login: '/login', signOut: '/sign-out' }, env = {} }: Differences = {},
): Promise<ForeignClient> {
  const [path = '', ...args] = command
  const child = spawn(path, args, {
    env: { ...process.env, ...env, INTEROP: JSON.stringify(applications) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const get = async (target: string, headers: Record<string, string> = {}): Promise<unknown> => {
    const response = await fetch(applications.origin + target, { headers })
    if (!response.ok) throw new Error(`${target}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  await vi.waitFor(
    async () => {
      expect(child.exitCode).toBeNull()
      await fetch(applications.origin)
    },
    { timeout: 120_000, interval: 100 },
  )
  return {
    // The programs are ours; their answers are members of text.
    discover: async () => ((await get('/issuer')) as { issuer: string }).issuer,
    signIn: (person) => signIn(applications, paths, person),
    clientCredentials: async (method) =>
      ((await get(`/service?method=${method}`)) as { accessToken: string }).accessToken,
    verify: async (token) => {
      const headers = { authorization: `Bearer ${token}` }
      return ((await get('/resource', headers)) as { subject: string }).subject
    },
    later: () => Promise.resolve(),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

async function signIn(
  { origin, redirectUri, postLogoutRedirectUri }: Applications,
  paths: Paths,
  person: Account,
): Promise<Session> {
  const browser = new Browser()
  const get = async (target: string): Promise<unknown> => {
    const { html, status, url } = await browser.visit(new URL(target, origin), () => false)
    if (status !== 200) throw new Error(`${url.pathname}: ${status} ${html.slice(0, 500)}`)
    return JSON.parse(html)
  }
  const me = async () =>
    (await get('/me')) as { subject: string; idToken: string; refreshToken: string }
  const callback = await walk(browser, new URL(paths.login, origin), redirectUri, person)
  await get(callback.href)
  const { subject, idToken } = await me()
  return {
    subject,
    idToken,
    refreshToken: async () => (await me()).refreshToken,
    userinfo: async () => (await get('/userinfo')) as Record<string, unknown>,
    refresh: async () => (await get('/refresh')) as Refreshed,
    revoke: async () => void (await get('/revoke')),
    signOut: () => walk(browser, new URL(paths.signOut, origin), postLogoutRedirectUri, person),
  }
}

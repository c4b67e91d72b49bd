import { signIn } from '@countersign/local/seed/sign-in'
import type { Platform } from '@countersign/local/seed/platform'

interface Call {
  readonly token?: string
  readonly json?: unknown
}

/**
 * One JSON request that has to succeed.
 *
 * @returns the parsed body; whoever asks knows what it is.
 */
export async function ask<T>(method: string, url: string, { token, json }: Call = {}): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  const text = await answer.text()
  if (answer.ok) return JSON.parse(text) as T
  throw new Error(`${method} ${new URL(url).pathname}: ${answer.status} ${text}`)
}

/** An access token of an account of the demonstration, by the sign-in page. */
export async function tokenOf(platform: Platform, username: string): Promise<string> {
  const account = platform.users.find((user) => user.username === username)
  const client = platform.clients.find(({ purpose }) => purpose === 'console')
  if (account === undefined || client === undefined) throw new Error(`nobody is ${username}`)
  const { accessToken } = await signIn({
    baseUrl: platform.baseUrl,
    clientId: client.clientId,
    redirectUri: client.redirectUris?.[0] ?? '',
    username,
    password: account.password,
  })
  return accessToken
}

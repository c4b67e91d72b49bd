import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Account } from '../support/accounts.ts'
import { Browser, walk } from '../support/sign-in.ts'
import type { Applications } from './applications.ts'
import type { ForeignClient, Session } from './client.ts'

type Answer = Readonly<Record<string, string>>
type Ask = (step: string, input?: object) => Promise<Answer>

/**
 * Starts a program that reads one JSON line per step and answers with one: its members, or `error`.
 * The first line tells it of the applications.
 */
export async function startProgram(
  command: readonly string[],
  applications: Applications,
): Promise<ForeignClient> {
  const [path = '', ...args] = command
  const child = spawn(path, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const ask: Ask = async (step, input = {}) => {
    child.stdin.write(`${JSON.stringify({ step, ...input })}\n`)
    const line = await lines.next()
    if (line.done === true) throw new Error(`${path} ended at ${step}`)
    // The program is one of ours; its answers are members of text.
    return JSON.parse(line.value) as Answer
  }
  const get = async (step: string, member: string, input?: object): Promise<string> => {
    const answer = await ask(step, input)
    const value = answer[member]
    if (value === undefined) throw new Error(`${step}: ${JSON.stringify(answer)}`)
    return value
  }
  return {
    discover: () => get('discover', 'issuer', applications),
    signIn: (person) => signIn(ask, applications, person),
    clientCredentials: (method) => get('clientCredentials', 'accessToken', { method }),
    verify: (accessToken) => get('verify', 'subject', { accessToken }),
    later: async (minutes) => void (await ask('later', { minutes })),
    stop: async () => {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}

async function signIn(ask: Ask, applications: Applications, person: Account): Promise<Session> {
  const browser = new Browser()
  const { redirectUri } = applications
  const { url = '' } = await ask('authorize')
  const callback = await walk(browser, new URL(url), redirectUri, person)
  let tokens = await ask('callback', { url: callback.href })
  if (tokens['error'] !== undefined) throw new Error(tokens['error'])
  const { subject = '', idToken = '' } = tokens
  return {
    subject,
    idToken,
    userinfo: async () => {
      const { accessToken } = tokens
      return ask('userinfo', { accessToken, subject })
    },
    refreshToken: async () => tokens['refreshToken'] ?? '',
    refresh: async () => {
      const { refreshToken } = tokens
      const answer = await ask('refresh', { refreshToken })
      if (answer['error'] !== undefined) return { error: answer['error'] }
      tokens = { ...tokens, ...answer }
      return { accessToken: tokens['accessToken'] ?? '' }
    },
    revoke: async () => {
      const { refreshToken } = tokens
      const { error } = await ask('revoke', { refreshToken })
      if (error !== undefined) throw new Error(error)
    },
    signOut: async () => {
      const { url: start = '' } = await ask('signOut', { idToken })
      const { postLogoutRedirectUri } = applications
      return walk(browser, new URL(start), postLogoutRedirectUri, person)
    },
  }
}

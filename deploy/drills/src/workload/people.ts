import { createClient, NoAnswer, type Client } from '@countersign/client'
import { clientOf, type Plan } from '@countersign/local/plan'
import { signIn, UnexpectedAnswer, type SignedIn } from '@countersign/local/seed/sign-in'
import type { AccountName } from '@countersign/local/secrets'
import type { Ledger } from './ledger.ts'
import { untilClear, wordSignIn } from './until-clear.ts'

/** An attempt alone; what is unclear is repeated, and counted, by the workload. */
const attempt = { timeoutMs: 10_000, retry: { tries: 1 } }
/** Access tokens live ten minutes. */
const renewAfterMs = 8 * 60_000

/** People of the demonstration who keep working. */
export interface People {
  /** Calls in the name of somebody, who signs in first and again in time. */
  readonly as: (username: AccountName) => Client
  /** Signs in by the pages, with a new session. */
  readonly signIn: (username: AccountName) => Promise<SignedIn>
  readonly refresh: (refreshToken: string) => Promise<SignedIn>
}

export function createPeople(plan: Plan, ledger: Ledger): People {
  const { baseUrl } = plan.platform
  const console = clientOf(plan.platform, 'console')
  const from = {
    baseUrl,
    clientId: console.clientId,
    redirectUri: console.redirectUris?.[0] ?? '',
  }
  const signInOnce = (username: AccountName) =>
    clearly(() => signIn({ ...from, username, password: plan.secrets.passwords[username] }))
  const held = new Map<AccountName, { readonly token: Promise<string>; readonly at: number }>()
  const tokenOf = (username: AccountName) => async (request: { isRefused: boolean }) => {
    const known = held.get(username)
    if (known !== undefined && !request.isRefused && performance.now() - known.at < renewAfterMs)
      return known.token
    const token = untilClear(ledger, () => signInOnce(username)).then((given) => given.accessToken)
    held.set(username, { token, at: performance.now() })
    return token
  }
  return {
    as: (username) => createClient({ ...attempt, baseUrl, token: tokenOf(username) }),
    signIn: signInOnce,
    refresh: (refreshToken) => clearly(() => refreshOnce(from, refreshToken)),
  }
}

interface TokenAnswer {
  readonly access_token: string
  readonly refresh_token?: string
}

/** Gives a refresh token for the next pair (RFC 6749 section 6). */
async function refreshOnce(
  { baseUrl, clientId }: { readonly baseUrl: string; readonly clientId: string },
  refreshToken: string,
): Promise<SignedIn> {
  const answer = await fetch(`${baseUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: refreshToken,
    }),
    signal: AbortSignal.timeout(attempt.timeoutMs),
  })
  if (!answer.ok) throw new UnexpectedAnswer('a refresh', answer)
  const tokens = (await answer.json()) as TokenAnswer
  return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token }
}

/** A sign-in takes many requests; it is one thing that works or has to be done again. */
async function clearly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new NoAnswer(wordSignIn(error), { cause: error })
  }
}

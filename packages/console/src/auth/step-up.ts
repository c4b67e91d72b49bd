/** What a service wants proven before it goes on, in the words of an authorization request (RFC 9470). */
export interface Challenge {
  readonly acrValues?: string
  /** In seconds. */
  readonly maxAge?: number
}

/** Requests that wait until somebody has confirmed who they are. */
export interface PendingChallenge {
  readonly challenge: Challenge
  /** Ends the wait: with the requests sent again, or refused as they were. */
  readonly settle: (isConfirmed: boolean) => void
}

type Listener = (pending: PendingChallenge | undefined) => void

let pending: (PendingChallenge & { readonly answer: Promise<boolean> }) | undefined
const listeners = new Set<Listener>()

/** The challenge of a refusal; undefined when it was refused for another reason. */
export function challengeOf({ status, headers }: Response): Challenge | undefined {
  const said = headers.get('www-authenticate') ?? ''
  if (status !== 401 || !said.includes('error="insufficient_user_authentication"')) return undefined
  const acrValues = /\bacr_values="([^"]*)"/.exec(said)?.[1]
  const maxAge = /\bmax_age="?(\d+)/.exec(said)?.[1]
  return {
    ...(acrValues === undefined ? {} : { acrValues }),
    ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }),
  }
}

/**
 * Asks the person at the page to confirm who they are. Requests that are refused together ask once.
 *
 * @returns whether they did; at once no when the page has nobody to ask by.
 */
export function confirmIdentity(challenge: Challenge): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  if (pending !== undefined) return pending.answer
  const { promise: answer, resolve } = Promise.withResolvers<boolean>()
  const settle = (isConfirmed: boolean) => {
    pending = undefined
    tell()
    resolve(isConfirmed)
  }
  pending = { challenge, settle, answer }
  tell()
  return answer
}

function tell(): void {
  for (const listener of listeners) listener(pending)
}

/** Tells what waits, and when nothing does any more. */
export function onChallenge(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

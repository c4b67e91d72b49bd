import { randomUUID } from 'node:crypto'
import { isJsonObject, parseJsonObject } from './json-object.ts'

export interface PollOptions {
  /**
   * E.g. `https://id.example.org/internal/v1/iam/security-events`; the stream's id is added. Of several the next
   * is asked when one gives no answer.
   */
  readonly feedUrl: string | URL | readonly (string | URL)[]
  /**
   * An access token of the client that reads; `isRefused` when the last one was, and another is
   * needed.
   */
  readonly getToken: (isRefused: boolean) => Promise<string>
}

/** What a poll says of the SETs that came before, and how long it may be held. */
export interface Report {
  readonly ack: string[]
  readonly setErrs: Record<string, { readonly err: string; readonly description: string }>
  readonly returnImmediately: boolean
}

export interface Answer {
  readonly sets: readonly (readonly [jti: string, set: string])[]
  readonly isMore: boolean
}

const POLL_TIMEOUT_MS = 30_000
const MAX_BYTES = 1024 * 1024

/** Sends polls (RFC 8936 section 2.4) to a stream of its own. It throws when no answer came. */
export function createPoll({
  feedUrl,
  getToken,
}: PollOptions): (said: Report, signal: AbortSignal) => Promise<Answer> {
  const streamId = randomUUID()
  const urls = [feedUrl].flat().map((url) => `${String(url).replace(/\/+$/, '')}/${streamId}`)
  let at = 0
  let isTokenRefused = false
  const ask = async (said: Report, signal: AbortSignal) => {
    const token = await getToken(isTokenRefused)
    const response = await fetch(new URL(urls[at] ?? ''), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...said, maxEvents: 100 }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(POLL_TIMEOUT_MS)]),
    })
    isTokenRefused = response.status === 401
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status !== 200) throw new Error(`the feed answered ${response.status}`)
    return readAnswer(bytes)
  }
  return async (said, signal) => {
    try {
      return await ask(said, signal)
    } catch (error) {
      at = (at + 1) % urls.length
      throw error
    }
  }
}

function readAnswer(bytes: Buffer): Answer {
  const answer = bytes.length > MAX_BYTES ? undefined : parseJsonObject(bytes)
  const sets = answer?.['sets']
  if (!isJsonObject(sets)) throw new Error('the feed answered no sets')
  const entries = Object.entries(sets).map(([jti, set]) => {
    if (typeof set !== 'string') throw new Error('the feed answered a SET that is no text')
    return [jti, set] as const
  })
  return { sets: entries, isMore: answer?.['moreAvailable'] === true }
}

import { NoAnswer, NoToken, pause, ProblemError } from '@countersign/client'
import type { Ledger } from './ledger.ts'

const pauseMs = 200
/** Longer than any outage that a drill makes: what is unclear for so long is a fault. */
const patienceMs = 180_000

/**
 * Repeats a request until its answer is clear: with the same key, so that it happens once.
 *
 * @throws the refusal, when it is one; the last error, when it has not become clear in three minutes.
 */
export async function untilClear<T>(ledger: Ledger, work: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const unclear = wordUnclear(error)
      if (unclear === undefined || performance.now() > giveUpAt) throw error
      ledger.note(unclear)
    }
    await pause(pauseMs)
  }
}

const withoutIds = (text: string): string => text.replaceAll(/[\da-f-]{20,}|T-\w+/g, '…')

/** What it is called in the ledger; undefined when the answer is clear. */
export function wordUnclear(error: unknown): string | undefined {
  if (error instanceof NoAnswer) return withoutIds(error.message)
  if (error instanceof NoToken) return 'no token'
  if (!(error instanceof ProblemError)) return undefined
  const { status, code, retryAfterMs } = error
  const isPassing = status >= 500 || status === 429 || status === 408
  return isPassing || retryAfterMs !== undefined ? `${status} ${code}` : undefined
}

/** What a sign-in that did not end well is called: by the status of the answer, where there was one. */
export function wordSignIn(error: unknown): string {
  let cause = error
  for (let depth = 0; depth < 5 && cause instanceof Error; depth += 1) {
    // Of a page, of openid-client's errors, or of the answer that it could not read.
    const { status } = (cause.cause instanceof Response ? cause.cause : cause) as {
      status?: number
    }
    if (status !== undefined) return `${status} of a sign-in`
    const isLost =
      /^(fetch failed|terminated)$/.test(cause.message) || cause.name === 'TimeoutError'
    if (isLost) return 'no answer to a sign-in'
    cause = cause.cause
  }
  return `sign-in: ${String(error)}`
}

/**
 * What an outage explains: nobody answered, a service or the gateway said that it cannot for now, or a part of an
 * upload is still lent to a request whose answer was lost.
 */
const explained = /^(no answer to |50[234] |409 dms\.upload_busy$)/

/** Of the notes of a ledger those that an outage does not explain. */
export const findUnexplained = (notes: Ledger['notes']): readonly string[] =>
  [...notes].flatMap(([answer, count]) =>
    explained.test(answer) ? [] : [`${count} times ${answer}`],
  )

import createClient from 'openapi-fetch'
import type { paths as BpmPaths } from '@countersign/client/bpm'
import type { paths as DmsPaths } from '@countersign/client/dms'
import type { paths as IamPaths } from '@countersign/client/iam'
import { authorizedFetch } from '../auth/authorized-fetch.ts'
import { loadProblemTitles } from '../text/problem-titles.ts'
import { withIdempotencyKeys } from './idempotency-keys.ts'
import { toProblem } from './problem.ts'

const send = withIdempotencyKeys(authorizedFetch)

/** The services, as their OpenAPI documents describe them, called with the person's token. */
export const iam = createClient<IamPaths>({ fetch: send })
export const bpm = createClient<BpmPaths>({ fetch: send })
export const dms = createClient<DmsPaths>({ fetch: send })

interface Answer<T> {
  readonly data?: T | undefined
  readonly error?: unknown
  readonly response: Response
}

/**
 * The content of an answer: `await unwrap(bpm.GET('/api/bpm/v1/tasks', { … }))`.
 *
 * @throws {@link ApiProblem} when the service refuses or cannot be reached.
 */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call
  if (error !== undefined || !response.ok) {
    await loadProblemTitles()
    throw toProblem(error, response)
  }
  // An answer without content has none; its type says so as well.
  return data as NonNullable<T>
}

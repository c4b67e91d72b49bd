import { AuthError } from './errors.ts'

export interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON of the RFC 9457 problem. */
  readonly body: string
}

/** The HTTP answer to an error of this package; undefined for any other, which is not ours to word. */
export function toAnswer(error: unknown): ErrorAnswer | undefined {
  if (!(error instanceof AuthError)) return undefined
  return {
    status: error.status,
    headers: { ...error.headers, 'content-type': 'application/problem+json' },
    body: JSON.stringify(error.toProblem()),
  }
}

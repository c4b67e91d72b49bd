import { readRetryAfter } from './retry.ts'

/** One fault of a request, at the place that the pointer (RFC 6901) names. */
export interface Fault {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** What a service says when it refuses: `application/problem+json`, with members of its own. */
export interface ProblemBody {
  readonly type?: string
  readonly title: string
  readonly status: number
  readonly code: string
  readonly detail?: string
  readonly requestId?: string
  readonly errors?: readonly Fault[]
  readonly [member: string]: unknown
}

/**
 * A service refused. `code` is stable and has a page; `pointer` is the place of the first fault in
 * what was sent, `errors` has all of them.
 *
 * @see RFC 9457
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  readonly code: string
  readonly pointer: string | undefined
  readonly errors: readonly Fault[]
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined
  /** The whole body, with the members that belong to its code. */
  readonly problem: ProblemBody

  constructor(problem: ProblemBody, headers: Headers) {
    super(`${problem.code}: ${problem.detail ?? problem.title}`)
    this.status = problem.status
    this.code = problem.code
    this.errors = problem.errors ?? []
    this.pointer = this.errors[0]?.pointer
    this.requestId = problem.requestId ?? headers.get('x-request-id') ?? undefined
    this.retryAfterMs = readRetryAfter(headers.get('retry-after'), Date.now())
    this.problem = problem
  }
}

/**
 * No whole answer came: the request may have been carried out. Repeat it with the same key, or ask
 * what became of it; do not take it for a refusal.
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/**
 * There is no token to ask with, so nothing was sent. `error` is OAuth's code, such as `invalid_client`
 * (RFC 6749 section 5.2), or `no_answer` when the identity service cannot be reached.
 */
export class NoToken extends Error {
  override readonly name = 'NoToken'
  readonly error: string

  constructor(
    error: string,
    options?: { readonly description?: string; readonly cause?: unknown },
  ) {
    const { description, cause } = options ?? {}
    super(description === undefined ? error : `${error}: ${description}`, { cause })
    this.error = error
  }
}

/** The problem of an answer, whatever came: a proxy in between may answer with a page. */
export function toProblem(text: string, response: Response): ProblemError {
  const body = parseJson(text)
  const title = `HTTP ${response.status}`
  if (isProblem(body)) {
    return new ProblemError({ title, ...body, status: response.status }, response.headers)
  }
  const problem = { code: 'client.unexpected_answer', title, status: response.status }
  return new ProblemError(problem, response.headers)
}

/** undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isProblem(body: unknown): body is { readonly code: string } {
  if (typeof body !== 'object' || body === null) return false
  return 'code' in body && typeof body.code === 'string'
}

/** A refusal, sent as application/problem+json (RFC 9457). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Further members of the body. */
  readonly members: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    code: string,
    message: string,
    members: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.members = members
  }

  /** A refusal of the platform, passed on in its own words. */
  static fromProblem(status: number, text: string): ApiError {
    try {
      const problem = JSON.parse(text) as { code?: string; title?: string }
      const { code = 'expense.refused', title = 'Refused' } = problem
      return new ApiError(status, code, title, problem)
    } catch {
      return new ApiError(status, 'expense.refused', `Refused with ${status}`)
    }
  }
}

/** No answer, or none that says what became of the request. Never guess: ask again, same key. */
export class UnknownResult extends Error {
  override readonly name = 'UnknownResult'
}

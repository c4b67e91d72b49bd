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
}

/** No answer, or none that says what became of the request. Never guess: ask again, same key. */
export class UnknownResult extends Error {
  override readonly name = 'UnknownResult'
}

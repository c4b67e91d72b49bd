/** One fault of a request, at the place that the pointer (RFC 6901) names. */
export interface Fault {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** What a service says when it refuses (RFC 9457). */
export interface ProblemBody {
  readonly code: string
  readonly title: string
  readonly status: number
  readonly detail?: string
  readonly requestId?: string
  readonly errors?: readonly Fault[]
  readonly [member: string]: unknown
}

/** A refusal of a service, or no answer from it at all (`console.unreachable`, status 0). */
export class ApiProblem extends Error {
  readonly body: ProblemBody

  constructor(body: ProblemBody, options?: ErrorOptions) {
    super(body.detail ?? body.title, options)
    this.name = 'ApiProblem'
    this.body = body
  }

  get code(): string {
    return this.body.code
  }

  get status(): number {
    return this.body.status
  }
}

/** What another service said, where one passes its refusal on as `cause`; the error itself where it does not. */
export function causeOf(error: unknown): unknown {
  const cause = error instanceof ApiProblem ? toCause(error.body['cause']) : undefined
  return cause ?? error
}

/** A refusal that a service keeps: of a request that it made, it says nothing of the session here. */
export const toCause = (kept: unknown): ApiProblem | undefined =>
  isProblemBody(kept) ? new ApiProblem({ ...kept, status: 422 }) : undefined

/** The problem of an answer, whatever came: a proxy in between may answer with a page. */
export function toProblem(body: unknown, response: Response): ApiProblem {
  const requestId = response.headers.get('x-request-id')
  if (isProblemBody(body)) return new ApiProblem(body)
  return new ApiProblem({
    code: 'console.unexpected_answer',
    title: `HTTP ${response.status}`,
    status: response.status,
    ...(requestId === null ? {} : { requestId }),
  })
}

/** Nothing came back: the network is down, or the platform is. */
export function unreachable(cause: unknown): ApiProblem {
  return new ApiProblem(
    { code: 'console.unreachable', title: 'No answer from the platform', status: 0 },
    { cause },
  )
}

function isProblemBody(body: unknown): body is ProblemBody {
  if (typeof body !== 'object' || body === null) return false
  return 'code' in body && typeof body.code === 'string' && 'status' in body && 'title' in body
}

/**
 * Faults of a request by the field they belong to, for forms.
 *
 * @param prefix Where the fields stand in the request, such as `/variables`.
 */
export function faultsByField(error: unknown, prefix = ''): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {}
  const faults = (error.body.errors ?? []).flatMap(({ pointer, detail }) => {
    if (!pointer.startsWith(`${prefix}/`)) return []
    const [name = ''] = pointer.slice(prefix.length + 1).split('/')
    return [[name.replaceAll('~1', '/').replaceAll('~0', '~'), detail] as const]
  })
  // The first fault of a field is the one to mend first.
  return Object.fromEntries(faults.toReversed())
}

import { Type } from 'typebox'

export interface ProblemDefinition {
  readonly status: number
  readonly title: string
}

/** One fault in a request: RFC 6901 pointer to the value, stable code, words for a developer. */
export interface Fault {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** Faults that one answer tells. */
export const maxFaults = 20

export interface ProblemOptions {
  readonly detail?: string
  /** Further members of the body, such as `instanceId`. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly errors?: readonly Fault[]
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** What comes before the code in the `type` of a problem, where no base address is configured. */
export const PROBLEM_TYPES = 'urn:countersign:problem:'

/** A refusal that a client can act on; the HTTP layer sends it as RFC 9457 problem+json. */
export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly options: ProblemOptions

  constructor(code: string, definition: ProblemDefinition, options: ProblemOptions = {}) {
    super(options.detail ?? definition.title, { cause: options.cause })
    this.name = 'Problem'
    this.code = code
    this.status = definition.status
    this.title = definition.title
    this.options = options
  }

  /**
   * The body as it goes over the wire (RFC 9457 section 3).
   *
   * @param types What comes before the code in `type`: where its page is, see `PROBLEM_TYPES` in the configuration.
   */
  toBody(requestId?: string, types: string = PROBLEM_TYPES): Record<string, unknown> {
    const { detail, errors, members } = this.options
    return {
      ...members,
      type: `${types}${this.code}`,
      title: this.title,
      status: this.status,
      detail: detail ?? this.title,
      code: this.code,
      ...(requestId === undefined ? {} : { requestId }),
      ...(errors === undefined ? {} : cutFaults(errors)),
    }
  }
}

const mostFaults = 100

// What somebody mends at once; a list as long as the request would cost more than the request.
const cutFaults = (errors: readonly Fault[]) =>
  errors.length > mostFaults
    ? { errors: errors.slice(0, mostFaults), errorCount: errors.length }
    : { errors }

export type ProblemFactory = (options?: ProblemOptions) => Problem

const commonProblems = {
  invalid_request: { status: 400, title: 'The request does not have the right shape' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'The address does not take this method' },
  idempotency_conflict: { status: 409, title: 'Key already used with different content' },
  revision_mismatch: { status: 412, title: 'The resource has changed since it was read' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body is not of a supported media type' },
  internal_error: { status: 500, title: 'Something went wrong here' },
  unavailable: { status: 503, title: 'Not available at the moment' },
} as const satisfies Record<string, ProblemDefinition>

export type CommonProblems = Readonly<Record<keyof typeof commonProblems, ProblemFactory>>

/**
 * A service's error catalogue: one factory per code, named `<service>.<key>` on the wire. The codes
 * that every service has (`invalid_request`, `not_found`, …) are included.
 */
export function defineProblems<const D extends Record<string, ProblemDefinition>>(
  service: string,
  definitions: D,
): Readonly<Record<keyof D, ProblemFactory>> & CommonProblems {
  const all: Record<string, ProblemDefinition> = { ...commonProblems, ...definitions }
  const factories = Object.entries(all).map(([key, definition]) => [
    key,
    (options?: ProblemOptions) => new Problem(`${service}.${key}`, definition, options),
  ])
  // Object.fromEntries forgets the keys that the mapped type knows.
  return Object.fromEntries(factories) as Record<keyof D, ProblemFactory> & CommonProblems
}

/** Response schema of every failure. Open, since codes carry members of their own. */
export const ProblemBody = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.Optional(Type.String()),
    code: Type.String(),
    requestId: Type.Optional(Type.String()),
    errors: Type.Optional(
      Type.Array(
        Type.Object({ pointer: Type.String(), code: Type.String(), detail: Type.String() }),
        { maxItems: mostFaults },
      ),
    ),
    errorCount: Type.Optional(
      Type.Integer({ description: 'How many there are, where only the first hundred are listed.' }),
    ),
  },
  { additionalProperties: true, title: 'Problem' },
)

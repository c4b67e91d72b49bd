import type { Outcome } from './contract.ts'

/** One fault of a request, at an RFC 6901 pointer into its body. */
export interface Fault {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** A name as a part of a pointer: RFC 6901 section 3. */
export const escapePointer = (name: string): string =>
  name.replaceAll('~', '~0').replaceAll('/', '~1')

/**
 * An answer that is no success, after RFC 9457. `code` is stable; three are the component's own:
 * `network` for no answer (`status` 0), `unreadable` for one that is no problem document, and
 * `component` for what went wrong in the page itself.
 */
export class ApprovalProblem extends Error {
  readonly code: string
  readonly status: number
  readonly faults: readonly Fault[]
  readonly outcome: Outcome | undefined
  readonly requestId: string | undefined

  constructor(init: ProblemInit) {
    super(init.title, { cause: init.cause })
    this.name = 'ApprovalProblem'
    this.code = init.code
    this.status = init.status
    this.faults = init.faults ?? []
    this.outcome = init.outcome
    this.requestId = init.requestId
  }
}

interface ProblemInit {
  readonly title: string
  readonly code: string
  readonly status: number
  readonly faults?: readonly Fault[]
  readonly outcome?: Outcome | undefined
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

/** No answer came: what was asked may or may not have been done. */
export function noAnswer(cause: unknown): ApprovalProblem {
  return new ApprovalProblem({ title: 'No answer', code: 'network', status: 0, cause })
}

/** What was thrown, as something to show; a fault of page or component keeps its cause. */
export function asProblem(error: unknown): ApprovalProblem {
  if (error instanceof ApprovalProblem) return error
  const title = error instanceof Error ? error.message : String(error)
  return new ApprovalProblem({ title, code: 'component', status: 0, cause: error })
}

/** The problem that an answer states, or a general one when it states none. */
export async function readProblem(response: Response): Promise<ApprovalProblem> {
  const body = await response.json().catch(() => undefined)
  return toProblem(response.status, body)
}

export function toProblem(status: number, body: unknown): ApprovalProblem {
  const members = isRecord(body) ? body : {}
  const { title, code, errors, task, decision = task, requestId } = members
  return new ApprovalProblem({
    title: typeof title === 'string' ? title : `HTTP ${status}`,
    code: typeof code === 'string' ? code : 'unreadable',
    status,
    faults: Array.isArray(errors) ? errors.filter(isFault) : [],
    outcome: isOutcome(decision) ? decision : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  })
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isFault(value: unknown): value is Fault {
  return (
    isRecord(value) &&
    typeof value['pointer'] === 'string' &&
    typeof value['code'] === 'string' &&
    typeof value['detail'] === 'string'
  )
}

function isOutcome(value: unknown): value is Outcome {
  return isRecord(value) && typeof value['status'] === 'string'
}

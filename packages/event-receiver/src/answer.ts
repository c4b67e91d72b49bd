/** What goes back to the workflow service. Any 2xx acknowledges the event for good. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Why a delivery was not accepted. Stable; safe to log and to count. */
export type RefusalCode =
  | 'event.body_too_large'
  | 'event.body_broken_off'
  | 'event.signature_missing'
  | 'event.signature_invalid'
  | 'event.signature_expired'
  | 'event.signature_keys_unavailable'
  | 'event.invalid'
  | 'event.audience_mismatch'
  | 'event.tenant_mismatch'
  | 'event.biz_type_mismatch'
  | 'event.id_mismatch'
  | 'event.not_applied'

const refusals: Record<RefusalCode, { status: number; title: string }> = {
  'event.body_too_large': { status: 413, title: 'The event is too large' },
  'event.body_broken_off': { status: 400, title: 'The event did not arrive whole' },
  'event.signature_missing': { status: 401, title: 'The event is not signed' },
  'event.signature_invalid': { status: 401, title: 'The signature of the event is wrong' },
  'event.signature_expired': { status: 401, title: 'The event was signed too long ago' },
  'event.signature_keys_unavailable': { status: 503, title: 'The event keys cannot be read' },
  'event.invalid': { status: 400, title: 'The body is not a workflow event' },
  'event.audience_mismatch': { status: 403, title: 'The token is for another receiver' },
  'event.biz_type_mismatch': { status: 403, title: 'The event is about a type that is not ours' },
  'event.tenant_mismatch': { status: 403, title: 'The token is for another tenant' },
  'event.id_mismatch': { status: 422, title: 'This number was used for another event' },
  'event.not_applied': { status: 500, title: 'The event could not be applied' },
}

/** A delivery that is not accepted; the event comes again. */
export class EventRefused extends Error {
  override readonly name = 'EventRefused'
  readonly code: RefusalCode
  readonly status: number

  constructor(code: RefusalCode, detail?: string, cause?: unknown) {
    super(detail ?? refusals[code].title, { cause })
    this.code = code
    this.status = refusals[code].status
  }

  toAnswer(): Answer {
    const { code, status, message } = this
    const { title } = refusals[code]
    const type = `urn:countersign:problem:${code}`
    return problemAnswer({ type, title, status, code, detail: message })
  }
}

/**
 * A delivery whose number is not the next one: what lies between was lost here, or was never sent
 * here. The workflow service goes back to `expected`.
 */
export class EventAhead extends Error {
  override readonly name = 'EventAhead'
  readonly expected: number

  constructor(sequence: number, expected: number) {
    super(`Event ${sequence} came where ${expected} is the next.`)
    this.expected = expected
  }
}

/** Each refusal with the body it is answered with, for the document of an application. */
export const EVENT_REFUSALS = (Object.keys(refusals) as RefusalCode[]).map((code) => {
  const { status, title } = refusals[code]
  const body = JSON.parse(new EventRefused(code).toAnswer().body) as object
  return { code, status, title, body }
})

/** RFC 9457. */
export function problemAnswer(
  problem: Readonly<{ type: string; title: string; status: number; code: string; detail: string }>,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return {
    status: problem.status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
    body: JSON.stringify(problem),
  }
}

export function jsonAnswer(status: number, body: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

import { toProblem } from '@countersign/service-kit/problem-handlers'
import { InvalidRequest } from '@countersign/service-kit/validation'
import { problems } from '../../problems.ts'

export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness'

/** A refusal in the words of RFC 7644 section 3.12. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType

  constructor(scimType: ScimType, detail: string, status = 400) {
    super(detail)
    this.name = 'ScimError'
    this.status = status
    this.scimType = scimType
  }
}

/** Any failure as the error message of SCIM. */
export function toScimAnswer(error: unknown) {
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error']
  if (error instanceof ScimError) {
    const { status, scimType, message: detail } = error
    return { status, headers: {}, body: { schemas, status: String(status), scimType, detail } }
  }
  const problem = toProblem(error, problems)
  const { status, code, title, options } = problem
  const [fault] = options.errors ?? []
  return {
    status,
    headers: options.headers ?? {},
    body: {
      schemas,
      status: String(status),
      ...scimTypeOf(error, code),
      detail: `${title} (${code})${fault === undefined ? '' : `: ${fault.pointer} ${fault.detail}`}`,
    },
  }
}

function scimTypeOf(error: unknown, code: string): { readonly scimType?: ScimType } {
  if (error instanceof InvalidRequest) return { scimType: 'invalidValue' }
  const isTaken = code === 'iam.username_taken' || code === 'iam.code_taken'
  return isTaken ? { scimType: 'uniqueness' } : {}
}

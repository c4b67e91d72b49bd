import { toProblem } from '@countersign/service-kit/problem-handlers'
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
  const unique = code === 'iam.username_taken' || code === 'iam.code_taken'
  return {
    status,
    headers: options.headers ?? {},
    body: {
      schemas,
      status: String(status),
      ...(unique ? { scimType: 'uniqueness' } : {}),
      detail: `${title} (${code})`,
    },
  }
}

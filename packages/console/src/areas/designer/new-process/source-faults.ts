import { ApiProblem } from '../../../api/problem.ts'
import type { Say } from '../../../text/i18n.ts'

/** Why a file is not taken at all. */
const known = [
  'source_unknown',
  'source_unreadable',
  'source_too_large',
  'nested_too_deep',
  'process_too_large',
] as const

/** What the refusal of a file says of it, in words. */
export function faultOfSource(error: unknown, t: Say<'designer'>): string | undefined {
  if (!(error instanceof ApiProblem) || error.code !== 'bpm.definition_invalid') return undefined
  const { problems } = error.body
  const codes = Array.isArray(problems) ? problems.map(codeOf) : []
  const code = known.find((one) => codes.includes(one))
  return code === undefined ? undefined : t(`new.sourceFault.${code}`)
}

const codeOf = (problem: unknown): unknown =>
  typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : undefined

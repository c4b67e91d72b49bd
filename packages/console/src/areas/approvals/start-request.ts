import { ApiProblem } from '../../api/problem.ts'
import type { BizType } from '../../shared/biz-types.ts'
import { toSelections, type Chosen } from '../../shared/people/selections.tsx'
import type { Person } from '../../shared/people/person.ts'
import type { StartRequest } from './queries.ts'
import { missingVariables, toVariables, type FieldValues } from './variables.ts'

/** What stands in the form of a start. */
export interface StartValues {
  readonly title: string
  readonly bizId: string
  readonly variables: FieldValues
  /** The people chosen for steps that ask for them. */
  readonly chosen: Chosen
  /** Whom it is shown to. */
  readonly cc: readonly Person[]
  /** The process, once it was chosen among several. */
  readonly definitionId?: string | undefined
}

export function toStartRequest({ code, variables }: BizType, values: StartValues): StartRequest {
  return {
    bizType: code,
    bizId: values.bizId.trim(),
    title: values.title.trim(),
    variables: toVariables(variables, values.variables),
    selections: toSelections(values.chosen),
    ...(values.cc.length === 0 ? {} : { cc: values.cc.map(({ id }) => id) }),
    ...(values.definitionId === undefined ? {} : { definitionId: values.definitionId }),
  }
}

/** What has to be said before the path can be asked for, and is not. */
export const missingFields = ({ variables }: BizType, values: StartValues): Missing => ({
  head: (['title', 'bizId'] as const).filter((name) => values[name].trim() === ''),
  variables: missingVariables(variables, values.variables),
})

interface Missing {
  readonly head: readonly ('title' | 'bizId')[]
  readonly variables: readonly string[]
}

/** Whether a refusal says something that no field shows. */
export function isUnshown(error: unknown, { variables }: BizType): boolean {
  if (error === null) return false
  if (!(error instanceof ApiProblem)) return true
  const known = ['/title', '/bizId', ...variables.map(({ name }) => `/variables/${name}`)]
  const faults = error.body.errors ?? []
  const isShown = ({ pointer }: { readonly pointer: string }) =>
    known.includes(pointer) || /^\/(selections|cc)\//.test(pointer)
  return faults.length === 0 || !faults.every(isShown)
}

import type { BizType } from '../../shared/biz-types.ts'
import type { Person } from '../../shared/people/person.ts'

export type Variable = BizType['variables'][number]

/** What stands in the field of a variable, before it is a value. */
export type FieldValue = string | number | boolean | Person | null | readonly Person[]

export type FieldValues = Readonly<Record<string, FieldValue>>

export function emptyValues(variables: readonly Variable[]): FieldValues {
  return Object.fromEntries(variables.map(({ name, type }) => [name, emptyValue(type)]))
}

function emptyValue(type: Variable['type']): FieldValue {
  switch (type) {
    case 'boolean':
      return false
    case 'user':
      return null
    case 'users':
      return []
    case 'string':
    case 'number':
    case 'date':
      return ''
  }
}

/** The variables of a start: of the declared types, without those that were left empty. */
export function toVariables(
  variables: readonly Variable[],
  values: FieldValues,
): Record<string, unknown> {
  const given = variables.flatMap((variable) => {
    const value = toValue(variable, values[variable.name] ?? '')
    return value === undefined ? [] : [[variable.name, value] as const]
  })
  return Object.fromEntries(given)
}

function toValue({ type, required }: Variable, value: FieldValue): unknown {
  // A switch that was not touched says no, where an answer is asked for.
  if (typeof value === 'boolean') return value || required === true ? value : undefined
  if (typeof value === 'number') return value
  if (typeof value === 'string') return value.trim() === '' ? undefined : readText(type, value)
  if (value === null) return undefined
  if ('id' in value) return value.id
  return value.length === 0 ? undefined : value.map(({ id }) => id)
}

function readText(type: Variable['type'], text: string): unknown {
  return type === 'number' ? Number(text) : text
}

/** The required variables that have no value yet. */
export function missingVariables(
  variables: readonly Variable[],
  values: FieldValues,
): readonly string[] {
  const given = toVariables(variables, values)
  return variables
    .filter(({ name, required }) => required === true && given[name] === undefined)
    .map(({ name }) => name)
}

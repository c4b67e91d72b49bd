import type { BizType } from '../../../shared/biz-types.ts'

export type FieldType = BizType['variables'][number]['type']

/** What a condition can ask about: a value that an approval is started with, or who started it. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly type: FieldType
  /** It may be left out; then it meets nothing that is asked of it. */
  readonly isOptional: boolean
}

export type Operator =
  | 'equals'
  | 'differs'
  | 'above'
  | 'atLeast'
  | 'below'
  | 'atMost'
  | 'oneOf'
  | 'noneOf'
  | 'contains'
  | 'startsWith'
  | 'yes'
  | 'no'
  | 'includes'
  | 'excludes'
  | 'given'
  | 'missing'

/** Undefined as long as nobody has said it. */
export type ClauseValue = string | number | readonly string[] | undefined

export interface Clause {
  readonly field: string
  readonly operator: Operator
  readonly value?: ClauseValue
}

/** What a form can show of a condition: clauses that all hold, or of which any does. */
export interface Condition {
  readonly join: 'all' | 'any'
  readonly clauses: readonly Clause[]
}

const compared = ['above', 'atLeast', 'below', 'atMost', 'equals'] as const
const byType: Readonly<Record<FieldType, readonly Operator[]>> = {
  number: [...compared, 'differs'],
  date: compared,
  string: ['equals', 'differs', 'oneOf', 'noneOf', 'contains', 'startsWith'],
  boolean: ['yes', 'no'],
  user: ['equals', 'differs', 'oneOf', 'noneOf'],
  users: ['includes', 'excludes'],
}

/** What can be asked of a field. */
export const operatorsOf = ({ type, isOptional }: Field): readonly Operator[] =>
  isOptional ? [...byType[type], 'given', 'missing'] : byType[type]

/** Operators that say everything by themselves. */
export const isAlone = (operator: Operator): boolean =>
  ['yes', 'no', 'given', 'missing'].includes(operator)

export const isList = (operator: Operator): boolean => operator === 'oneOf' || operator === 'noneOf'

export const isFinished = ({ operator, value }: Clause): boolean =>
  isAlone(operator) || (Array.isArray(value) ? value.length > 0 : value !== undefined)

/** The clause with another operator; the value stays where it still has a meaning. */
export function withOperator({ field, operator, value }: Clause, next: Operator): Clause {
  if (isAlone(next)) return { field, operator: next }
  if (isList(next) === isList(operator)) return { field, operator: next, value }
  if (isList(next))
    return { field, operator: next, value: typeof value === 'string' ? [value] : [] }
  return { field, operator: next, value: Array.isArray(value) ? value[0] : undefined }
}

/** The first thing that can be asked of a field, without a value. */
export function clauseOn(field: Field): Clause {
  const operator = operatorsOf(field)[0] ?? 'equals'
  return isList(operator)
    ? { field: field.name, operator, value: [] }
    : { field: field.name, operator }
}

/** What conditions of a process can ask about. Every expression of the service sees the initiator. */
export function fieldsOf(
  variables: BizType['variables'],
  initiatorLabel: string,
): readonly Field[] {
  const initiator: Field = {
    name: 'initiator',
    label: initiatorLabel,
    type: 'user',
    isOptional: false,
  }
  const declared = variables
    .filter(({ name }) => name !== initiator.name)
    .map(({ name, label, type, required }) => ({
      name,
      label: label ?? name,
      type,
      isOptional: required !== true,
    }))
  return [...declared, initiator]
}

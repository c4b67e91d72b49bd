import { formatNumber } from '../../../text/format.ts'
import type { Say } from '../../../text/i18n.ts'
import type { Clause, Condition, Field, FieldType, Operator } from './condition.ts'

type Words = Say<'designer'>

export function operatorWords(operator: Operator, type: FieldType, t: Words): string {
  if (type === 'date' && isOrder(operator)) return t(`condition.date.${operator}`)
  return t(`condition.is.${operator}`)
}

const isOrder = (operator: Operator) =>
  operator === 'above' ||
  operator === 'atLeast' ||
  operator === 'below' ||
  operator === 'atMost' ||
  operator === 'equals'

/** A condition as one says it: "Amount is above 1,000 and Reason contains “trip”". */
export function conditionWords(
  { join, clauses }: Condition,
  fields: readonly Field[],
  { t, nameOf }: { readonly t: Words; readonly nameOf: (id: string) => string },
): string {
  const said = clauses.map((clause) => {
    const field = fields.find(({ name }) => name === clause.field)
    if (field === undefined) return clause.field
    const how = operatorWords(clause.operator, field.type, t)
    return [field.label, how, valueWords(clause, field, nameOf)]
      .filter((part) => part !== '')
      .join(' ')
  })
  return said.join(` ${t(join === 'all' ? 'condition.and' : 'condition.or')} `)
}

function valueWords({ value }: Clause, { type }: Field, nameOf: (id: string) => string): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return formatNumber(value, { maximumFractionDigits: 10 })
  const texts = typeof value === 'string' ? [value] : value
  return texts.map((text) => (type === 'user' || type === 'users' ? nameOf(text) : text)).join(', ')
}

/** The people whom a condition names. */
export const peopleIn = ({ clauses }: Condition, fields: readonly Field[]): readonly string[] =>
  clauses.flatMap(({ field, value }) => {
    const type = fields.find(({ name }) => name === field)?.type
    if (type !== 'user' && type !== 'users') return []
    return typeof value === 'string' ? [value] : Array.isArray(value) ? value : []
  })

import type { VariableType } from '../../variables.ts'

/** What conditions of other tools know of a value: its type, where the business type declares it. */
export type Types = ReadonlyMap<string, VariableType>

/** One comparison as the tools' forms write it. */
export interface Clause {
  readonly field: string
  readonly operator: Operator
  readonly value: string
}

export type Operator = '==' | '!=' | '>' | '>=' | '<' | '<=' | 'contains' | 'lacks'

const name = /^[A-Za-z_]\w{0,63}$/
const number = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/
const date = /^\d{4}-\d{2}-\d{2}$/

/** The comparison in CEL; undefined where it has no meaning here. */
export function toCel({ field, operator, value }: Clause, types: Types): string | undefined {
  if (!name.test(field)) return undefined
  const type = types.get(field) ?? (number.test(value) ? 'number' : 'string')
  switch (type) {
    case 'users': {
      // Equal to a list is another question than in it.
      if (isComparison(operator)) return undefined
      const isIn = `${quote(value)} in ${field}`
      return operator === 'lacks' ? `!(${isIn})` : isIn
    }
    case 'number':
      return isComparison(operator) && number.test(value)
        ? `${field} ${operator} ${value}`
        : undefined
    case 'boolean':
      return isEquality(operator) && /^(?:true|false)$/.test(value)
        ? `${field} ${operator} ${value}`
        : undefined
    case 'date':
      return isComparison(operator) && date.test(value)
        ? `date(${field}) ${operator} date(${quote(value)})`
        : undefined
    case 'string':
    case 'user':
      if (isEquality(operator)) return `${field} ${operator} ${quote(value)}`
      // There "9" and "10" are compared as numbers or as letters, by what they are while it runs.
      if (isComparison(operator)) return undefined
      return `${operator === 'lacks' ? '!' : ''}${field}.contains(${quote(value)})`
  }
}

const isEquality = (operator: Operator): boolean => operator === '==' || operator === '!='
const isComparison = (operator: Operator): boolean =>
  operator !== 'contains' && operator !== 'lacks'

/** JSON writes texts as CEL reads them. */
const quote = (text: string): string => JSON.stringify(text)

/** Clauses that all hold, of groups of which one does. */
export function joinGroups(groups: readonly (readonly string[])[]): string {
  return groups
    .map((clauses) => {
      const all = clauses.join(' && ')
      return groups.length > 1 && clauses.length > 1 ? `(${all})` : all
    })
    .join(' || ')
}

import { Environment } from '@marcbachmann/cel-js'
import type { Clause, Condition, Field } from './condition.ts'

/** The expression that says what the form says. A value that is not said yet is `null` in it. */
export function writeCondition(
  { join, clauses }: Condition,
  fields: readonly Field[],
): string | undefined {
  const written = clauses.flatMap((clause) => {
    const field = fields.find(({ name }) => name === clause.field)
    return field === undefined ? [] : writeClause(clause, field)
  })
  if (written.length === 0) return undefined
  return written.join(join === 'all' ? ' && ' : ' || ')
}

function writeClause(clause: Clause, field: Field): string {
  if (clause.operator === 'given') return presence(field)
  if (clause.operator === 'missing') return `!${presence(field)}`
  // Without the guard an approval that was started without the value would stop at the condition.
  const guard = field.isOptional ? `${presence(field)} && ` : ''
  return guard + writeQuestion(clause, field)
}

const presence = ({ name }: Field): string => `has(variables.${name})`

function writeQuestion({ operator, value }: Clause, field: Field): string {
  const left = referenceTo(field)
  const one = literal(value)
  const subject = field.type === 'date' ? `date(${left})` : left
  const object = field.type === 'date' ? `date(${one})` : one
  switch (operator) {
    case 'equals':
      return `${subject} == ${object}`
    case 'differs':
      return `${subject} != ${object}`
    case 'above':
      return `${subject} > ${object}`
    case 'atLeast':
      return `${subject} >= ${object}`
    case 'below':
      return `${subject} < ${object}`
    case 'atMost':
      return `${subject} <= ${object}`
    case 'oneOf':
      return `${left} in ${one}`
    case 'noneOf':
      return `!(${left} in ${one})`
    case 'contains':
      return `${left}.contains(${one})`
    case 'startsWith':
      return `${left}.startsWith(${one})`
    case 'includes':
      return `${one} in ${left}`
    case 'excludes':
      return `!(${one} in ${left})`
    case 'yes':
    case 'given':
      return left
    case 'no':
    case 'missing':
      return `!${left}`
  }
}

function literal(value: Clause['value']): string {
  if (value === undefined) return 'null'
  if (typeof value === 'number') return numeral(value)
  return typeof value === 'string' ? JSON.stringify(value) : `[${value.map(quote).join(', ')}]`
}

/** Numbers of a business type are doubles; a whole one is written as such. */
function numeral(value: number): string {
  const text = String(value)
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}

const quote = (text: string): string => JSON.stringify(text)

/** Words and types of the language, and the names it gives itself, are reached through `variables`. */
function referenceTo({ name }: Field): string {
  if (name === 'initiator') return name
  return isWord(name) ? `variables[${quote(name)}]` : name
}

function isWord(name: string): boolean {
  if (['variables', 'outcomes'].includes(name)) return true
  try {
    return new Environment().registerVariable(name, 'string').check(name).type !== 'string'
  } catch {
    return true
  }
}

/** A node of PostgreSQL's own syntax tree: `{ SelectStmt: { … } }`, and what is inside of it. */
export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined
}

/** The inside of a node of a kind, or undefined when it is of another. */
export function as(kind: string, value: unknown): Fields | undefined {
  return fieldsOf(fieldsOf(value)?.[kind])
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A column as `[relation, name]`; without a relation the first is undefined. */
export interface Column {
  readonly relation: string | undefined
  readonly name: string
}

export function columnOf(value: unknown): Column | undefined {
  const cast = as('TypeCast', value)
  if (cast !== undefined) return columnOf(cast['arg'])
  const names = list(as('ColumnRef', value)?.['fields']).map((field) => {
    const name = as('String', field)?.['sval']
    return typeof name === 'string' ? name : '*'
  })
  const name = names.at(-1)
  return name === undefined ? undefined : { relation: names.at(-2), name }
}

/** Every statement inside of a value that is not inside of another one. */
export function statementsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((part) => statementsIn(part))
  const fields = fieldsOf(value)
  if (fields === undefined) return []
  if (Object.keys(fields).some((kind) => STATEMENTS.has(kind))) return [value]
  return Object.values(fields).flatMap((part) => statementsIn(part))
}

const STATEMENTS = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])

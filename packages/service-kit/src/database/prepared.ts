import type { CompiledQuery } from 'kysely'
import type { Db } from './db.ts'

/** Stands for a value while a query is built. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A builder that is done, or a piece of SQL. */
interface Compilable<S, Row> {
  compile(db: Db<S>): CompiledQuery<Row>
}

/**
 * A query that is built once and sent with other values each time: building a long one takes as long
 * as everything else that a service does for a short request.
 *
 * @param build Uses the members of `given` as values and looks at none of them.
 */
export function prepared<S, Given extends object, Row>(
  build: (db: Db<S>, given: Given) => Compilable<S, Row>,
): (db: Db<S>, given: Given) => Promise<readonly Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Given
  return async (db, given) => {
    compiled ??= build(db, placeholders).compile(db)
    const values = new Map<string, unknown>(Object.entries(given))
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values.get(parameter.name) : parameter,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

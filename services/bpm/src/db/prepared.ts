import type { CompiledQuery, QueryResult } from 'kysely'
import type { Db } from './schema.ts'

/** Stands for a value while a query is built. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A builder that is done, or a piece of SQL bound to a database. */
interface Compilable<Row> {
  compile(): CompiledQuery
  execute(): Promise<readonly Row[]>
}

/**
 * A query that is built once and sent with other values each time: building a long one takes as long
 * as everything else that the service does for a short request.
 *
 * @param build Uses the members of `given` as values and looks at none of them.
 */
export function prepared<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => Promise<readonly Row[]> {
  let compiled: CompiledQuery | undefined
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Given
  return async (db, given) => {
    compiled ??= build(db, placeholders).compile()
    const values = new Map<string, unknown>(Object.entries(given))
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values.get(parameter.name) : parameter,
    )
    const { rows }: QueryResult<unknown> = await db.executeQuery({ ...compiled, parameters })
    // As the builder that was compiled says.
    return rows as Row[]
  }
}

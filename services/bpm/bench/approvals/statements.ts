/** One statement as the service sent it; over the wire between processes, so in JSON. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Lines for pgbench; `:n` is another number each time. */
export type Script = readonly string[]

/** A row that the service writes, by the names of the columns. */
export type Row = Readonly<Record<string, unknown>>

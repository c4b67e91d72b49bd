/** One statement as the service sent it; over the wire between processes, so in JSON. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** What the sources of a route say, beside what its declaration says; written by `pnpm generate`. */
export interface OperationFacts {
  /** Codes of problems it can answer with. */
  readonly codes: readonly string[]
  /** Headers of a request that it looks at. */
  readonly reads: readonly string[]
  /** Headers that it answers with. */
  readonly sends: readonly string[]
}

/** For each operation, as `POST /api/bpm/v1/tasks/{taskNo}/approve`. */
export type RouteFacts = Readonly<Record<string, OperationFacts>>

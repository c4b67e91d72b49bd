/** What the global setup hands to the test files. */
declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL server under test, with a role that may create databases. */
    readonly databaseServerUrl: string
    /** Names the databases of this run apart from those of another run on the same server. */
    readonly runId: string
  }
}

export {}

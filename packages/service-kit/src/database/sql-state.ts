/** The SQLSTATE that PostgreSQL gave; undefined for other errors. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

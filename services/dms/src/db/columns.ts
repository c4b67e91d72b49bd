import type { ColumnType } from 'kysely'

/** Columns with a default, or set later: optional in an insert. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>

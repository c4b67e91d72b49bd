import type { ColumnType } from 'kysely'

/** Comes back parsed, goes in as JSON text: the driver would write an array as an SQL array. */
export type Json<T> = ColumnType<T, string, string>

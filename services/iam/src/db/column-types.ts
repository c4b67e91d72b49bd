import type { ColumnType } from 'kysely'

/** Set by the database or by an update, never by an insert. */
export type Stamp = ColumnType<Date, Date | undefined, Date>
export type Counter = ColumnType<number, number | undefined, number>
/** JSON that is written as text. */
export type Payload = ColumnType<Record<string, unknown>, string, string>

import type { Static, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

/**
 * Whether a value fits a schema, which is compiled at its first use. Interpreting one instead takes microseconds for each
 * value, and a full body has tens of thousands: they would hold the loop of everybody.
 */
export function lazyGuard<T extends TSchema>(schema: T): (value: unknown) => value is Static<T> {
  let compiled: Validator | undefined
  return (value): value is Static<T> => (compiled ??= Compile(schema)).Check(value)
}

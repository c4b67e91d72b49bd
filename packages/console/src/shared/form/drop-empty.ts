/** An object whose members are there or not, and never undefined. */
export type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/**
 * Without members that are undefined, an empty text or false: in an address they say nothing, and
 * in a request they would be a fault.
 */
export function dropEmpty<T extends object>(value: T): Defined<T> {
  const kept = Object.entries(value).filter(
    ([, member]) => member !== undefined && member !== '' && member !== false,
  )
  // What is left has the types it had.
  return Object.fromEntries(kept) as Defined<T>
}

/** A name as a step of an RFC 6901 pointer (section 3): `/` and `~` escaped. */
export const pointerStep = (name: string | number): string =>
  `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** A pointer is as long as who sends the names likes: after one that is longer no more are told. */
export const maxPointerLength = 1_000

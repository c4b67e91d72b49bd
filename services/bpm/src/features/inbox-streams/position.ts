// Where a stream stands: a snapshot of the database as text, which a client sends back as Last-Event-ID.
//
// Kept by: services/bpm/src/features/inbox-streams/position.test.ts "takes the snapshot"
// Kept by: services/bpm/src/features/inbox-streams/stream.test.ts "goes on where it broke off"
/** The longest that a position can be with a few hundred transactions open at once. */
export const LONGEST_POSITION = 8_192

const form = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/

/**
 * Reads a position that came back to us: `xmin:xmax:open,…`, the text form of PostgreSQL's
 * pg_snapshot. Undefined for one that PostgreSQL would not take.
 */
export function readPositionText(text: string): { readonly oldestOpen: bigint } | undefined {
  const [, xmin, xmax, open] = (text.length <= LONGEST_POSITION ? form.exec(text) : null) ?? []
  if (xmin === undefined || xmax === undefined || open === undefined) return undefined
  const numbers = [xmin, ...(open === '' ? [] : open.split(',')), xmax].map(BigInt)
  const [oldestOpen = 0n] = numbers
  const isAscending = numbers.every((number, index) => {
    const before = numbers[index - 1]
    if (before === undefined) return number > 0n
    // The oldest open one is the first of the list; the end lies beyond the last.
    return index === 1 || (index === numbers.length - 1 && open === '')
      ? number >= before
      : number > before
  })
  return isAscending ? { oldestOpen } : undefined
}

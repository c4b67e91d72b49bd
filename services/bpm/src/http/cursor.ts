import { cursorReader, isNumberKey } from '@countersign/service-kit/cursor'

/** Reads the cursor of a list; it says `cursor` of a wrong one, where the other services say more. */
export const readCursor = cursorReader({ code: 'cursor', detail: 'not a cursor of this list' })

/** What PostgreSQL's integer holds. */
export const LARGEST_SEQUENCE = 2 ** 31 - 1

/** The key of lists in the order of their numbers. */
export const isSequence = (key: unknown): key is number =>
  isNumberKey(key) && key >= 0 && key <= LARGEST_SEQUENCE

import { isNumberKey } from '@countersign/service-kit/cursor'

export { readCursor } from '@countersign/service-kit/cursor'

/** What PostgreSQL's integer holds. */
export const LARGEST_SEQUENCE = 2 ** 31 - 1

/** The key of lists in the order of their numbers. */
export const isSequence = (key: unknown): key is number =>
  isNumberKey(key) && key >= 0 && key <= LARGEST_SEQUENCE

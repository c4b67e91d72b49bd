import { InvalidRequest } from './validation.ts'

/*
 * Cursor of a list (keyset pagination): opaque to clients, it holds the sort key of the last row, so
 * that pages are stable under inserts.
 *
 * Kept by: services/iam/src/features/people.test.ts "without gaps while others are added"
 */

export function encodeCursor(key: unknown): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Undefined when the text is no cursor of ours. */
export function decodeCursor(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The key of lists in the order of their time-ordered ids. */
export const isIdKey = (key: unknown): key is string => typeof key === 'string' && uuid.test(key)

export const isNumberKey = (key: unknown): key is number => Number.isSafeInteger(key)

/** What PostgreSQL's integer holds. */
export const LARGEST_SEQUENCE = 2 ** 31 - 1

/** The key of lists in the order of their numbers. */
export const isSequence = (key: unknown): key is number =>
  isNumberKey(key) && key >= 0 && key <= LARGEST_SEQUENCE

/**
 * The sort key in a cursor; undefined when there is none, for the first page. A cursor that is none
 * of this list is refused as `invalid_request` (400).
 */
export function readCursor<K>(
  cursor: string | undefined,
  isKey: (key: unknown) => key is K,
  pointer = '/query/cursor',
): K | undefined {
  if (cursor === undefined) return undefined
  const key = decodeCursor(cursor)
  if (isKey(key)) return key
  throw new InvalidRequest([{ pointer, code: 'wrong_format', detail: 'is not a cursor' }])
}

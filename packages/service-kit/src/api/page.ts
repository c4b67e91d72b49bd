import { Type, type TSchema } from 'typebox'
import { encodeCursor, isIdKey, readCursor } from './cursor.ts'
import { closed, Nullable } from './schema.ts'

/** The longest text that a list is sorted by: the title of a document. */
const longestText = 255
/**
 * A key holds that text, in JSON up to six bytes for each character (a control character as `\u0001`), and the order
 * and the id beside it; base64url makes four characters of three bytes.
 */
const longestCursor = Math.ceil(((longestText * 6 + 100) * 4) / 3)

/** Query of every list: `limit` 1..200, `cursor` as the previous page gave it. */
export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: longestCursor })),
}

export const defaultLimit = 50

export interface Page<T> {
  readonly items: T[]
  readonly nextCursor: string | null
}

export const pageOf = <S extends TSchema>(item: S) =>
  closed({ items: Type.Array(item), nextCursor: Nullable(Type.String()) })

/** Makes a page of `limit + 1` fetched rows: the extra one only tells that there is more. */
export function toPage<R>(
  rows: readonly R[],
  limit: number,
  cursorOf: (row: R) => unknown,
): Page<R> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return { items, nextCursor: more ? encodeCursor(cursorOf(last)) : null }
}

/**
 * A page of rows in the order of their ids, as views.
 *
 * @param list Gets the id that the page comes after, absent for the first one, and how many rows to ask for.
 * @throws 400 for a cursor that no page gave.
 */
export async function pageById<R extends { readonly id: string }, V>(
  { limit = defaultLimit, cursor }: { readonly limit?: number; readonly cursor?: string },
  toView: (row: R) => V,
  list: (after: string | undefined, limit: number) => Promise<readonly R[]>,
): Promise<Page<V>> {
  const rows = await list(readCursor(cursor, isIdKey), limit + 1)
  const { items, nextCursor } = toPage(rows, limit, ({ id }) => id)
  return { items: items.map(toView), nextCursor }
}

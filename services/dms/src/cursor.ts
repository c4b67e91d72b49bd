import { decodeCursor } from '@countersign/service-kit/page'
import { problems } from './problems.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id in a cursor. @throws `dms.invalid_request` when it is no cursor of ours. */
export function cursorText(cursor: string | undefined): string | undefined {
  const value = cursor === undefined ? undefined : decodeCursor(cursor)
  if (cursor === undefined || (typeof value === 'string' && uuid.test(value))) {
    return value as string | undefined
  }
  throw badCursor()
}

/** The number in a cursor. @throws `dms.invalid_request` when it is no cursor of ours. */
export function cursorNumber(cursor: string | undefined): number | undefined {
  const value = cursor === undefined ? undefined : decodeCursor(cursor)
  if (cursor === undefined || Number.isSafeInteger(value)) return value as number | undefined
  throw badCursor()
}

const badCursor = () =>
  problems.invalid_request({
    errors: [{ pointer: '/query/cursor', code: 'wrong_format', detail: 'is no cursor' }],
  })

import { decodeCursor } from '@countersign/service-kit/page'
import { problems } from '../../problems.ts'

/** Reads the cursor of a list that is sorted by code. */
export function readCodeCursor(cursor: string | undefined): { afterCode?: string } {
  if (cursor === undefined) return {}
  const afterCode = decodeCursor(cursor)
  if (typeof afterCode === 'string' && /^[\w.-]{1,64}$/.test(afterCode)) return { afterCode }
  const fault = { pointer: '/query/cursor', code: 'cursor', detail: 'not a cursor of this list' }
  throw problems.invalid_request({ errors: [fault] })
}

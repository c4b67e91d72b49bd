import { decodeCursor } from '@countersign/service-kit/page'
import { problems } from '../../problems.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads the cursor of a list that is sorted by event id, newest first. */
export function readEventCursor(cursor: string | undefined): { beforeEventId?: string } {
  if (cursor === undefined) return {}
  const beforeEventId = decodeCursor(cursor)
  if (typeof beforeEventId === 'string' && uuid.test(beforeEventId)) return { beforeEventId }
  throw notACursor()
}

/** Reads the cursor of the events of one instance: the last sequence of the page before. */
export function readSequenceCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  const sequence = decodeCursor(cursor)
  if (typeof sequence === 'number' && Number.isSafeInteger(sequence)) return sequence
  throw notACursor()
}

function notACursor(): Error {
  const fault = { pointer: '/query/cursor', code: 'cursor', detail: 'not a cursor of this list' }
  return problems.invalid_request({ errors: [fault] })
}

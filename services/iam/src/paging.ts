import { decodeCursor } from '@countersign/service-kit/page'
import { problems } from './problems.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * The id after which a page begins; ids are time-ordered, so a list is stable under inserts.
 *
 * @throws `iam.invalid_request` when the cursor is not one of ours.
 */
export function readIdCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const id = decodeCursor(cursor)
  if (typeof id === 'string' && uuid.test(id)) return id
  throw problems.invalid_request({
    errors: [{ pointer: '/query/cursor', code: 'wrong_format', detail: 'is not a cursor' }],
  })
}

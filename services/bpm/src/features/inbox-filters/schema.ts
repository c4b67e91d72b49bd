import { closed } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { InboxQuery, taskBoxes } from '../tasks/schema.ts'

const { q, bizType, overdue } = InboxQuery.properties

const items = Type.Array(
  closed({
    name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
    box: Type.Enum([...taskBoxes]),
    q,
    bizType,
    overdue,
  }),
  { maxItems: 20, description: 'As `GET /api/bpm/v1/tasks` takes them, each under a name.' },
)

export const InboxFiltersBody = closed({
  items,
  revision: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type InboxFiltersBody = Static<typeof InboxFiltersBody>

export const InboxFiltersView = closed({
  items,
  revision: Type.Integer({ description: '0 as long as there never were any.' }),
})
export type InboxFiltersView = Static<typeof InboxFiltersView>

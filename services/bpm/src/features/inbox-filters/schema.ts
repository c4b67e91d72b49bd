import { closed } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { InboxFilter, taskBoxes } from '../../http/inbox-filter.ts'

const items = Type.Array(
  closed({
    name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
    box: Type.Enum([...taskBoxes]),
    ...InboxFilter,
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

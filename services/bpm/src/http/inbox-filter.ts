import { Type } from 'typebox'

export const taskBoxes = ['todo', 'waiting', 'done', 'cc'] as const

/** What of an inbox is asked for, now or kept under a name. */
export const InboxFilter = {
  q: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of the title, or the bizId or taskNo.' }),
  ),
  bizType: Type.Optional(Type.String({ maxLength: 64 })),
  overdue: Type.Optional(Type.Boolean()),
}

import { PageQuery } from '@countersign/service-kit/page'
import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'

const State = Type.Enum(['waiting', 'failing', 'ended'], {
  description: 'failing: what is due cannot be started; ended: nothing comes any more.',
})

export const ScheduleParams = Type.Object({ id: Uuid })

export const SchedulesQuery = Type.Object({
  ...PageQuery,
  bizType: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  definitionKey: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  state: Type.Optional(State),
})

export const SkipBody = closed({
  dueAt: Timestamp,
  reason: Type.String({ minLength: 1, maxLength: 1000 }),
})
export type SkipBody = Static<typeof SkipBody>

export const ScheduleView = closed(
  {
    id: Uuid,
    definition: closed({
      id: Uuid,
      key: Type.String(),
      version: Type.Integer({ minimum: 1 }),
      name: Type.String(),
    }),
    node: Type.String({ description: 'Id of the start event.' }),
    bizType: Type.String(),
    state: State,
    dueAt: Nullable(Timestamp),
    lastDueAt: Nullable(Timestamp),
    lastInstanceId: Nullable(Uuid),
    missed: Type.Integer({
      minimum: 0,
      description:
        'How many moments were passed over in all: nothing could be started at them, or they were skipped.',
    }),
    attempts: Type.Integer({ minimum: 0, description: 'How often what is due was tried in vain.' }),
    failedAt: Nullable(Timestamp),
    code: Nullable(Type.String({ description: 'Of the problem that the last attempt came to.' })),
    error: Nullable(Type.String()),
  },
  { title: 'StartSchedule' },
)
export type ScheduleView = Static<typeof ScheduleView>

import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'

export const SignalParams = Type.Object({ id: Uuid })

export const ThrowBody = closed({
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Name of a signal with `approval:scope="tenant"`, as definitions wait for it.',
  }),
})
export type ThrowBody = Static<typeof ThrowBody>

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const SignalView = closed(
  {
    id: Uuid,
    name: Type.String(),
    status: Type.Enum(['RUNNING', 'ENDED'], {
      description:
        'Whether everything that waited for it as it was thrown has heard or missed it, and what it starts is started.',
    }),
    thrownAt: Timestamp,
    thrownBy: closed({
      kind: Type.Enum(['approval', 'application', 'user']),
      id: Nullable(
        Type.String({ description: 'Null of an approval that the caller does not see.' }),
      ),
    }),
    approvals: closed({
      waiting: count('Found so far, and still to hear it: a suspended one does as it goes on.'),
      heard: count('Something in them has gone on by it.'),
      missed: count('What waited in them had gone on, or ended, before it came.'),
    }),
    starts: closed({
      waiting: count('Approvals that it is still to start.'),
      started: count('Approvals that it has started.'),
    }),
  },
  { title: 'Signal' },
)
export type SignalView = Static<typeof SignalView>

import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { PersonView } from '../../runtime/views/instance-view.ts'

const period = {
  from: Timestamp,
  until: Type.String({ format: 'date-time', description: 'From then on it is over.' }),
  bizTypes: Nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: 100,
      description: 'Only approvals of these business types; null for all.',
    }),
  ),
}

export const DelegationsBody = closed({
  items: Type.Array(closed({ to: Uuid, ...period }), {
    maxItems: 20,
    description: 'Where several hold at once, the first one counts.',
  }),
  revision: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type DelegationsBody = Static<typeof DelegationsBody>

export const DelegationsView = closed({
  items: Type.Array(closed({ to: PersonView, ...period })),
  revision: Type.Integer({ description: '0 as long as there never were any.' }),
})
export type DelegationsView = Static<typeof DelegationsView>

import { WorkflowEvent } from '@countersign/contracts'
import { PageQuery, pageOf } from '@countersign/service-kit/page'
import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { LARGEST_SEQUENCE } from '../../http/cursor.ts'

export const DeliveryParams = Type.Object({ eventId: Uuid })
export const InstanceParams = Type.Object({ id: Uuid })

const DeliveryStatus = Type.Enum(['PENDING', 'DELIVERED', 'BLOCKED'], {
  description:
    'BLOCKED waits to be redelivered by hand. What follows it in its instance is PENDING.',
})

export const DeliveriesQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(DeliveryStatus),
  instanceId: Type.Optional(Uuid),
  bizType: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
})
export type DeliveriesQuery = Static<typeof DeliveriesQuery>

export const AttemptView = closed(
  {
    attemptedAt: Timestamp,
    durationMs: Type.Integer({ minimum: 0 }),
    outcome: Type.String({ description: 'delivered, rewound, refused, failed, timeout, …' }),
    httpStatus: Nullable(Type.Integer()),
    responseExcerpt: Nullable(
      Type.String({
        description:
          'The beginning of the answer; null of one from a private address, which is not shown.',
      }),
    ),
  },
  { title: 'DeliveryAttempt' },
)

const delivery = {
  eventId: Uuid,
  sequence: Type.Integer({ minimum: 1 }),
  type: Type.String(),
  instanceId: Uuid,
  bizType: Type.String(),
  bizTypeVersion: Type.String(),
  status: DeliveryStatus,
  failedAttempts: Type.Integer({ minimum: 0, description: 'Since the last one that succeeded.' }),
  nextAttemptAt: Nullable(Timestamp),
  createdAt: Timestamp,
}

export const DeliveryView = closed(
  { ...delivery, lastAttempt: Nullable(AttemptView) },
  { title: 'Delivery' },
)
export type DeliveryView = Static<typeof DeliveryView>

export const DeliveryDetails = closed(
  {
    ...delivery,
    attempts: Type.Array(AttemptView, { description: 'The latest fifty, newest first.' }),
    body: WorkflowEvent,
  },
  { title: 'DeliveryDetails' },
)

export const RedeliverBody = Type.Union([
  closed({ instanceId: Uuid }),
  closed({
    origin: Type.String({ minLength: 1, maxLength: 300, description: 'As in `callback.origin`.' }),
    since: Timestamp,
  }),
])
export type RedeliverBody = Static<typeof RedeliverBody>

export const Redelivery = closed(
  { instances: Type.Integer({ minimum: 0, description: 'In which events go out again.' }) },
  { title: 'Redelivery' },
)
export type Redelivery = Static<typeof Redelivery>

export const EventsQuery = Type.Object({
  ...PageQuery,
  afterSequence: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LARGEST_SEQUENCE,
      default: 0,
      description: 'The last one that you have.',
    }),
  ),
})

export const EventsPage = pageOf(WorkflowEvent)

export const EventKeySet = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        kty: Type.Literal('OKP'),
        crv: Type.Literal('Ed25519'),
        use: Type.Literal('sig'),
        alg: Type.Literal('EdDSA'),
        kid: Type.String(),
        x: Type.String(),
      }),
    ),
  },
  { title: 'EventKeySet' },
)

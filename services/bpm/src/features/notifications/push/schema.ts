import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { MOST_DEVICES } from '../../../core/push.ts'

const applicationServerKey = Type.String({
  pattern: '^[A-Za-z0-9_-]{87}$',
  description: 'The public key of the platform that the device subscribed with, base64url.',
})

/** What `PushSubscription.toJSON()` of the Push API gives, and the key it was made with. */
export const PushSubscriptionBody = closed({
  endpoint: Type.String({ minLength: 1, maxLength: 2048, pattern: '^[\\x21-\\x7e]+$' }),
  keys: closed({
    p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$' }),
    auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
  }),
  applicationServerKey,
})
export type PushSubscriptionBody = Static<typeof PushSubscriptionBody>

export const PushSubscriptionView = closed({
  id: Uuid,
  endpointHash: Type.String({
    description:
      'SHA-256 of the endpoint in hexadecimal: by it a browser knows which of them it is itself.',
  }),
  device: Nullable(Type.String({ description: 'By its user agent, such as Firefox on Windows.' })),
  createdAt: Timestamp,
  lastSentAt: Nullable(Timestamp),
})
export type PushSubscriptionView = Static<typeof PushSubscriptionView>

export const PushSubscriptionsView = closed({
  applicationServerKey: Nullable(
    Type.String({
      description:
        'What `PushManager.subscribe` takes, base64url; null where the operator lets no device be told.',
    }),
  ),
  items: Type.Array(PushSubscriptionView, {
    description: `Oldest first; ${MOST_DEVICES} at most. The endpoints themselves are secrets and not among it.`,
  }),
})
export type PushSubscriptionsView = Static<typeof PushSubscriptionsView>

export const PushSubscriptionParams = Type.Object({ id: Uuid })

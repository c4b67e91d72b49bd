import { tenantCaller } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { ProblemBody } from '@countersign/service-kit/problem'
import { serviceOf } from '../../callers.ts'
import type { DeliveryDeps } from './deps.ts'
import { addDeliveryRoutes } from './delivery-routes.ts'
import { ensureEventKeys } from './event-keys.ts'
import { addEventReading } from './internal-routes.ts'
import { listPublishedKeys } from './key-queries.ts'
import { addDeliveryMetrics } from './metrics.ts'
import { EventKeySet } from './schema.ts'

/** How deliveries are looked at and repeated, by administrators and by the applications they go to. */
export function deliveryRoutes(app: App, deps: DeliveryDeps): void {
  addDeliveryRoutes(app, deps, {
    path: '/api/bpm/v1/deliveries',
    names: ['listDeliveries', 'getDelivery', 'redeliver', 'redeliverMany'],
    read: { caller: 'user', permission: 'bpm:delivery:read' },
    write: { caller: 'user', permission: 'bpm:delivery:write' },
    scopeOf: (request) => ({ tenantId: tenantCaller(request).tenantId }),
  })
  addDeliveryRoutes(app, deps, {
    path: '/internal/v1/bpm/deliveries',
    names: ['listOwnDeliveries', 'getOwnDelivery', 'redeliverOwn', 'redeliverOwnMany'],
    read: { caller: 'service' },
    write: { caller: 'service' },
    scopeOf: (request) => {
      const { tenantId, clientId } = serviceOf(request)
      return { tenantId, ownerClientId: clientId }
    },
  })
  addEventReading(app, deps)
  addEventKeys(app, deps)
  addDeliveryMetrics(app, deps)
}

function addEventKeys(app: App, deps: DeliveryDeps): void {
  app.get(
    '/api/bpm/v1/event-keys',
    {
      config: { caller: 'anyone' },
      schema: {
        operationId: 'getEventKeys',
        summary: 'The public keys that sign event bodies, as a JWK Set (RFC 8037)',
        tags: ['deliveries'],
        response: { 200: EventKeySet, '4xx': ProblemBody },
      },
    },
    async (_request, reply) => {
      await ensureEventKeys(deps)
      const keys = await listPublishedKeys(deps.db)
      void reply.header('cache-control', 'public, max-age=300')
      const shape = { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' } as const
      return { keys: keys.map(({ kid, publicKey }) => ({ ...shape, kid, x: publicKey })) }
    },
  )
}

import { tenantCaller } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { serviceOf } from '../../callers.ts'
import { addDeliveryRoutes } from './delivery-routes.ts'
import type { DeliveryDeps } from './deps.ts'
import { addEventReadingRoutes } from './event-routes.ts'
import { addEventKeyRoutes } from './key-routes.ts'
import { addDeliveryMetrics } from './metrics.ts'

/** How deliveries are looked at and repeated, by administrators and by the applications they go to. */
export function addDeliveriesRoutes(app: App, deps: DeliveryDeps): void {
  addDeliveryRoutes(app, deps, {
    path: '/api/bpm/v1/deliveries',
    operationIds: {
      list: 'listDeliveries',
      get: 'getDelivery',
      redeliver: 'redeliver',
      redeliverMany: 'redeliverMany',
    },
    read: { caller: 'user', permission: 'bpm:delivery:read' },
    write: { caller: 'user', permission: 'bpm:delivery:write' },
    scopeOf: (request) => ({ tenantId: tenantCaller(request).tenantId }),
  })
  addDeliveryRoutes(app, deps, {
    path: '/internal/v1/bpm/deliveries',
    operationIds: {
      list: 'listOwnDeliveries',
      get: 'getOwnDelivery',
      redeliver: 'redeliverOwn',
      redeliverMany: 'redeliverOwnMany',
    },
    read: { caller: 'service' },
    write: { caller: 'service' },
    scopeOf: (request) => {
      const { tenantId, clientId } = serviceOf(request)
      return { tenantId, ownerClientId: clientId }
    },
  })
  addEventReadingRoutes(app, deps)
  addEventKeyRoutes(app, deps)
  addDeliveryMetrics(app, deps)
}

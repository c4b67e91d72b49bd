import type { App } from '@countersign/service-kit/http'
import { defaultLimit, toPage } from '@countersign/service-kit/page'
import { serviceOf } from '../../callers.ts'
import { isSequence, readCursor } from '../../http/cursor.ts'
import { problems } from '../../problems.ts'
import type { DeliveryDeps } from './deps.ts'
import { findOwnedLane, listEvents } from './queries.ts'
import { EventsPage, EventsQuery, InstanceParams } from './schema.ts'
import { toEvent } from './views.ts'

/** Reconciliation: a receiver that lost its last event sees no gap, so it can ask. */
export function addEventReadingRoutes(app: App, deps: DeliveryDeps): void {
  app.get(
    '/internal/v1/bpm/process-instances/:id/events',
    {
      config: { caller: 'service' },
      schema: {
        operationId: 'listInstanceEvents',
        summary: 'The events of an instance after a number, in order, delivered or not',
        tags: ['deliveries'],
        params: InstanceParams,
        querystring: EventsQuery,
        response: { 200: EventsPage },
      },
    },
    async (request) => {
      const { tenantId, clientId } = serviceOf(request)
      const { id } = request.params
      const lane = await findOwnedLane(deps.db, tenantId, clientId, id)
      if (lane === undefined) throw problems.not_found()
      const { limit = defaultLimit, cursor, afterSequence = 0 } = request.query
      const sequence = readCursor(cursor, isSequence) ?? afterSequence
      // An empty page would say that nothing was missed.
      if (lane.prunedAt !== null && sequence < lane.lastSequence) {
        throw problems.events_pruned({ members: { lastSequence: lane.lastSequence } })
      }
      const rows = await listEvents(deps.db, tenantId, id, { sequence, limit: limit + 1 })
      const page = toPage(rows, limit, (row) => row.sequence)
      return { ...page, items: page.items.map(toEvent) }
    },
  )
}

import type { CallerRule } from '@countersign/service-kit/caller'
import { isIdKey } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { defaultLimit, pageOf, toPage } from '@countersign/service-kit/page'
import type { FastifyRequest } from 'fastify'
import { readCursor } from '../../http/cursor.ts'
import { problems } from '../../problems.ts'
import type { DeliveryDeps } from './deps.ts'
import { findDelivery, listAttempts, listDeliveries, type DeliveryScope } from './queries.ts'
import { ATTEMPTS_SHOWN, redeliver, redeliverMany } from './redeliver.ts'
import {
  DeliveriesQuery,
  DeliveryDetails,
  DeliveryParams,
  DeliveryView,
  RedeliverBody,
  Redelivery,
} from './schema.ts'
import { toDeliveryDetails, toDeliveryView } from './views.ts'

/** The same routes twice: what differs is who calls and what they may see. */
export interface DeliveryAudience {
  readonly path: string
  readonly operationIds: Readonly<Record<'list' | 'get' | 'redeliver' | 'redeliverMany', string>>
  readonly read: CallerRule
  readonly write: CallerRule
  readonly scopeOf: (request: FastifyRequest) => DeliveryScope
}

const tags = ['deliveries']

export function addDeliveryRoutes(app: App, deps: DeliveryDeps, audience: DeliveryAudience): void {
  addReading(app, deps, audience)
  addRedelivery(app, deps, audience)
}

function addReading(app: App, deps: DeliveryDeps, audience: DeliveryAudience): void {
  const { path, operationIds, scopeOf } = audience

  app.get(
    path,
    {
      config: audience.read,
      schema: {
        operationId: operationIds.list,
        summary: 'Events and what became of them, newest first',
        tags,
        querystring: DeliveriesQuery,
        response: { 200: pageOf(DeliveryView) },
      },
    },
    async (request) => {
      const { limit = defaultLimit, cursor, ...filter } = request.query
      const rows = await listDeliveries(deps.db, scopeOf(request), {
        ...filter,
        beforeEventId: readCursor(cursor, isIdKey),
        limit: limit + 1,
      })
      const page = toPage(rows, limit, ({ eventId }) => eventId)
      return { ...page, items: page.items.map(toDeliveryView) }
    },
  )

  app.get(
    `${path}/:eventId`,
    {
      config: audience.read,
      schema: {
        operationId: operationIds.get,
        summary: 'An event with the log of its attempts',
        tags,
        params: DeliveryParams,
        response: { 200: DeliveryDetails },
      },
    },
    async (request) => {
      const scope = scopeOf(request)
      const { eventId } = request.params
      const delivery = await findDelivery(deps.db, scope, eventId)
      if (delivery === undefined) throw problems.not_found()
      const attempts = await listAttempts(deps.db, scope.tenantId, eventId, ATTEMPTS_SHOWN)
      return toDeliveryDetails(delivery, attempts)
    },
  )
}

function addRedelivery(app: App, deps: DeliveryDeps, audience: DeliveryAudience): void {
  const { path, operationIds, scopeOf } = audience

  app.post(
    `${path}/:eventId/redeliver`,
    {
      config: audience.write,
      schema: {
        operationId: operationIds.redeliver,
        summary: 'Deliver an event again, with the same id, and what follows it in its instance',
        tags,
        params: DeliveryParams,
        response: { 202: DeliveryDetails },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const answer = await redeliver(deps, scopeOf(request), request.params.eventId, key)
      return sendAnswer(reply, answer)
    },
  )

  app.post(
    `${path}/redeliver`,
    {
      config: audience.write,
      schema: {
        operationId: operationIds.redeliverMany,
        summary: 'Deliver again: all of an instance, or what went to an origin since a time',
        tags,
        body: RedeliverBody,
        response: { 202: Redelivery },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      return sendAnswer(reply, await redeliverMany(deps, scopeOf(request), request.body, key))
    },
  )
}

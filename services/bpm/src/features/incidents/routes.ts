import { SCOPES } from '@countersign/contracts'
import type { CallerRule } from '@countersign/service-kit/caller'
import { isIdKey } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { defaultLimit, pageOf, toPage } from '@countersign/service-kit/page'
import type { FastifyRequest } from 'fastify'
import { serviceOf, userOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { readCursor } from '../../http/cursor.ts'
import { problems } from '../../problems.ts'
import { addIncidentMetrics } from './metrics.ts'
import { countOpen, findIncident, listIncidents, type IncidentScope } from './queries.ts'
import { resolveIncident } from './resolve.ts'
import { retryIncident, type Migrate } from './retry.ts'
import {
  IncidentCounts,
  IncidentParams,
  IncidentsQuery,
  IncidentView,
  ResolveBody,
} from './schema.ts'
import { toIncidentView } from './views.ts'

const tags = ['incidents']
const path = '/api/bpm/v1/incidents'
const config = { caller: 'user', permission: 'bpm:instance:admin' } as const

/** The same routes twice: what differs is who calls and what they may see. */
interface Audience {
  readonly path: string
  readonly operationIds: Readonly<Record<'list' | 'get', string>>
  readonly config: CallerRule
  readonly scopeOf: (request: FastifyRequest) => IncidentScope
}

/** What is stuck: for administrators, who try it again or say it is dealt with, and for its owner. */
export function addIncidentRoutes(app: App, deps: Deps, migrate: Migrate): void {
  addReading(app, deps, {
    path,
    operationIds: { list: 'listIncidents', get: 'getIncident' },
    config,
    scopeOf: (request) => ({ tenantId: userOf(request).tenantId }),
  })
  addReading(app, deps, {
    path: '/internal/v1/bpm/incidents',
    operationIds: { list: 'listOwnIncidents', get: 'getOwnIncident' },
    config: { caller: 'service', scopes: [SCOPES.readInstances] },
    scopeOf: (request) => {
      const { tenantId, clientId } = serviceOf(request)
      return { tenantId, ownerClientId: clientId }
    },
  })
  addCounts(app, deps)
  addActions(app, deps, migrate)
  addIncidentMetrics(app, deps)
}

function addReading(app: App, { db }: Deps, audience: Audience): void {
  const { operationIds, scopeOf } = audience

  app.get(
    audience.path,
    {
      config: audience.config,
      schema: {
        operationId: operationIds.list,
        summary: 'What is stuck, or was, newest first',
        tags,
        querystring: IncidentsQuery,
        response: { 200: pageOf(IncidentView) },
      },
    },
    async (request) => {
      const { limit = defaultLimit, cursor, from, to, ...filter } = request.query
      const rows = await listIncidents(db, scopeOf(request), {
        ...filter,
        from: from === undefined ? undefined : new Date(from),
        to: to === undefined ? undefined : new Date(to),
        beforeId: readCursor(cursor, isIdKey),
        limit: limit + 1,
      })
      const page = toPage(rows, limit, ({ id }) => id)
      return { ...page, items: page.items.map(toIncidentView) }
    },
  )

  app.get(
    `${audience.path}/:id`,
    {
      config: audience.config,
      schema: {
        operationId: operationIds.get,
        summary: 'One incident',
        tags,
        params: IncidentParams,
        response: { 200: IncidentView },
      },
    },
    async (request) => {
      const row = await findIncident(db, scopeOf(request), request.params.id)
      if (row === undefined) throw problems.not_found()
      return toIncidentView(row)
    },
  )
}

function addCounts(app: App, { db }: Deps): void {
  app.get(
    `${path}/counts`,
    {
      config,
      schema: {
        operationId: 'countIncidents',
        summary: 'How many incidents are open',
        tags,
        response: { 200: IncidentCounts },
      },
    },
    async (request) => {
      const rows = await countOpen(db, userOf(request).tenantId)
      const kinds = rows.map(({ kind, open }) => ({ kind, open: Number(open) }))
      return { open: kinds.reduce((sum, { open }) => sum + open, 0), kinds }
    },
  )
}

function addActions(app: App, deps: Deps, migrate: Migrate): void {
  const response = { 200: IncidentView }
  const params = IncidentParams

  app.post(
    `${path}/:id/retry`,
    {
      config,
      schema: {
        operationId: 'retryIncident',
        summary: 'Try again: look for people or a way on, call, deliver or migrate again',
        tags,
        params,
        response,
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const answer = await retryIncident(deps, migrate, userOf(request), request.params.id, key)
      return sendAnswer(reply, answer)
    },
  )

  app.post(
    `${path}/:id/resolve`,
    {
      config,
      schema: {
        operationId: 'resolveIncident',
        summary: 'Say that it is dealt with, and why; the log of the approval keeps it',
        tags,
        params,
        body: ResolveBody,
        response,
      },
    },
    async (request, reply) => {
      const { reason } = request.body
      const key = readIdempotency(request)
      const resolution = { id: request.params.id, reason }
      return sendAnswer(reply, await resolveIncident(deps, userOf(request), resolution, key))
    },
  )
}

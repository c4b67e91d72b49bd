import { isIdKey } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { defaultLimit, pageOf, toPage } from '@countersign/service-kit/page'
import { userOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { readCursor } from '../../http/cursor.ts'
import { problems } from '../../problems.ts'
import type { UnattendedDeps } from '../../runtime/starts/unattended.ts'
import { addSignalStartMetrics } from './metrics.ts'
import { findSignalStart, listSignalStarts } from './queries.ts'
import { retrySignalStart } from './retry.ts'
import { SignalStartParams, SignalStartsQuery, SignalStartView, SkipStartBody } from './schema.ts'
import { skipSignalStart } from './skip.ts'
import { toSignalStartView } from './views.ts'

const path = '/api/bpm/v1/signal-starts'
const config = { caller: 'user', permission: 'bpm:instance:admin' } as const
const tags = ['signal-starts']

/** Approvals that a signal is to start, and what keeps it from that: for administrators. */
export function addSignalStartRoutes(app: App, deps: UnattendedDeps): void {
  addReading(app, deps)
  addSignalStartMetrics(app, deps)

  app.post(
    `${path}/:id/retry`,
    {
      config,
      schema: {
        operationId: 'retrySignalStart',
        summary: 'Start now what a signal could not start',
        tags,
        params: SignalStartParams,
        response: { 200: SignalStartView },
      },
    },
    async (request) => retrySignalStart(deps, userOf(request).tenantId, request.params.id),
  )

  app.post(
    `${path}/:id/skip`,
    {
      config,
      schema: {
        operationId: 'skipSignalStart',
        summary: 'Give up what a signal could not start',
        tags,
        params: SignalStartParams,
        body: SkipStartBody,
        response: { 200: SignalStartView },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      const given = { id: params.id, body }
      const key = readIdempotency(request)
      return sendAnswer(reply, await skipSignalStart(deps, userOf(request), given, key))
    },
  )
}

function addReading(app: App, { db }: Pick<Deps, 'db'>): void {
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'listSignalStarts',
        summary: 'Starts by signals that are still to be made, newest first',
        tags,
        querystring: SignalStartsQuery,
        response: { 200: pageOf(SignalStartView) },
      },
    },
    async (request) => {
      const { limit = defaultLimit, cursor, ...filter } = request.query
      const beforeId = readCursor(cursor, isIdKey)
      const { tenantId } = userOf(request)
      const rows = await listSignalStarts(db, tenantId, { ...filter, beforeId, limit: limit + 1 })
      const page = toPage(rows, limit, ({ id }) => id)
      return { ...page, items: page.items.map(toSignalStartView) }
    },
  )

  app.get(
    `${path}/:id`,
    {
      config,
      schema: {
        operationId: 'getSignalStart',
        summary: 'One start by a signal',
        tags,
        params: SignalStartParams,
        response: { 200: SignalStartView },
      },
    },
    async (request) => {
      const row = await findSignalStart(db, userOf(request).tenantId, request.params.id)
      if (row === undefined) throw problems.not_found()
      return toSignalStartView(row)
    },
  )
}

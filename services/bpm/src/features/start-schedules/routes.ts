import { isIdKey } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { defaultLimit, pageOf, toPage } from '@countersign/service-kit/page'
import { userOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { readCursor } from '../../http/cursor.ts'
import { problems } from '../../problems.ts'
import type { UnattendedDeps } from '../../runtime/starts/unattended.ts'
import { addScheduleMetrics } from './metrics.ts'
import { findSchedule, listSchedules } from './queries.ts'
import { retrySchedule } from './retry.ts'
import { ScheduleParams, SchedulesQuery, ScheduleView, SkipBody } from './schema.ts'
import { skipSchedule } from './skip.ts'
import { toScheduleView } from './views.ts'

const path = '/api/bpm/v1/start-schedules'
const config = { caller: 'user', permission: 'bpm:instance:admin' } as const
const tags = ['start-schedules']

/** When processes start approvals by time, and what keeps them from it: for administrators. */
export function addStartScheduleRoutes(app: App, deps: UnattendedDeps): void {
  addReading(app, deps)
  addScheduleMetrics(app, deps)

  app.post(
    `${path}/:id/retry`,
    {
      config,
      schema: {
        operationId: 'retryStartSchedule',
        summary: 'Start now what is due and could not be started',
        tags,
        params: ScheduleParams,
        response: { 200: ScheduleView },
      },
    },
    async (request) => retrySchedule(deps, userOf(request).tenantId, request.params.id),
  )

  app.post(
    `${path}/:id/skip`,
    {
      config,
      schema: {
        operationId: 'skipStartSchedule',
        summary: 'Pass over what is due and could not be started, named by when it is due',
        tags,
        params: ScheduleParams,
        body: SkipBody,
        response: { 200: ScheduleView },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      const given = { id: params.id, body }
      const key = readIdempotency(request)
      return sendAnswer(reply, await skipSchedule(deps, userOf(request), given, key))
    },
  )
}

function addReading(app: App, { db }: Pick<Deps, 'db'>): void {
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'listStartSchedules',
        summary: 'Starts by time: when the next one is due, and what could not be started',
        tags,
        querystring: SchedulesQuery,
        response: { 200: pageOf(ScheduleView) },
      },
    },
    async (request) => {
      const { limit = defaultLimit, cursor, ...filter } = request.query
      const beforeId = readCursor(cursor, isIdKey)
      const { tenantId } = userOf(request)
      const rows = await listSchedules(db, tenantId, { ...filter, beforeId, limit: limit + 1 })
      const page = toPage(rows, limit, ({ id }) => id)
      return { ...page, items: page.items.map(toScheduleView) }
    },
  )

  app.get(
    `${path}/:id`,
    {
      config,
      schema: {
        operationId: 'getStartSchedule',
        summary: 'One start by time',
        tags,
        params: ScheduleParams,
        response: { 200: ScheduleView },
      },
    },
    async (request) => {
      const row = await findSchedule(db, userOf(request).tenantId, request.params.id)
      if (row === undefined) throw problems.not_found()
      return toScheduleView(row)
    },
  )
}

import type { App } from '@countersign/service-kit/http'
import { userOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { forecastSteps } from './forecasts.ts'
import { measure } from './measure.ts'
import { toPeriod } from './period.ts'
import {
  ForecastsQuery,
  ForecastsView,
  SeriesQuery,
  SeriesView,
  StatisticsQuery,
  StatisticsView,
  StepsQuery,
  StepsView,
} from './schema.ts'

const config = { caller: 'user', permission: 'bpm:statistics:read' } as const
const tags = ['statistics']

/** How long approvals take, where they wait, and how it went from week to week. */
export function addStatisticsRoutes(app: App, deps: Pick<Deps, 'db' | 'now'>): void {
  app.get(
    '/api/bpm/v1/statistics',
    {
      config,
      schema: {
        operationId: 'getStatistics',
        summary: 'Cycle times by node and person, backlog, overdue, and how much is returned',
        tags,
        querystring: StatisticsQuery,
        response: { 200: StatisticsView },
      },
    },
    async (request): Promise<StatisticsView> => {
      const { tenantId, permissions } = userOf(request)
      const period = toPeriod(request.query, deps.now())
      const mayName = permissions.includes('bpm:workload:read')
      return measure(deps, tenantId, period, mayName)
    },
  )

  app.get(
    '/api/bpm/v1/statistics/series',
    {
      config,
      schema: {
        operationId: 'getStatisticsSeries',
        summary: 'What was started, decided, returned, late and waiting in each week or day',
        tags,
        querystring: SeriesQuery,
        response: { 200: SeriesView },
      },
    },
    async (request): Promise<SeriesView> => {
      const { readSeries } = await import('./series.ts')
      return readSeries(deps, userOf(request).tenantId, request.query)
    },
  )

  addSteps(app, deps)
}

function addSteps(app: App, deps: Pick<Deps, 'db' | 'now'>): void {
  app.get(
    '/api/bpm/v1/statistics/steps',
    {
      config,
      schema: {
        operationId: 'getStepStatistics',
        summary: 'The same of the tasks at each step, week by week, with how long they took',
        tags,
        querystring: StepsQuery,
        response: { 200: StepsView },
      },
    },
    async (request): Promise<StepsView> => {
      const { readSteps } = await import('./series.ts')
      return readSteps(deps, userOf(request).tenantId, request.query)
    },
  )

  app.get(
    '/api/bpm/v1/statistics/forecasts',
    {
      config,
      schema: {
        operationId: 'getForecasts',
        summary: 'How many of what waits at each step will probably be decided by when',
        tags,
        querystring: ForecastsQuery,
        response: { 200: ForecastsView },
      },
    },
    async (request): Promise<ForecastsView> =>
      forecastSteps(deps, userOf(request).tenantId, request.query),
  )
}

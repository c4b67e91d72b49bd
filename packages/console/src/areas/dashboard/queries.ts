import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'
import type { Narrowing } from './links.ts'

export interface StatisticsFilter extends Narrowing {
  readonly days: number
}

const kindOf = ({ bizType, definitionKey }: Narrowing) => ({
  ...(bizType === undefined ? {} : { bizType }),
  ...(definitionKey === undefined ? {} : { definitionKey }),
})

const askOf = ({ days, ...narrowing }: StatisticsFilter) => ({
  from: new Date(Date.now() - days * 86_400_000).toISOString(),
  ...kindOf(narrowing),
})

/** Weeks say more than days, except of a single week. */
const intervalOf = ({ days }: StatisticsFilter) => ({
  interval: days <= 7 ? ('day' as const) : ('week' as const),
})

const getStatistics = (filter: StatisticsFilter) =>
  unwrap(bpm.GET('/api/bpm/v1/statistics', { params: { query: askOf(filter) } }))

const getSeries = (filter: StatisticsFilter) => {
  const query = { ...askOf(filter), ...intervalOf(filter) }
  return unwrap(bpm.GET('/api/bpm/v1/statistics/series', { params: { query } }))
}

const getSteps = (filter: StatisticsFilter) =>
  unwrap(bpm.GET('/api/bpm/v1/statistics/steps', { params: { query: askOf(filter) } }))

const getForecasts = (narrowing: Narrowing) =>
  unwrap(bpm.GET('/api/bpm/v1/statistics/forecasts', { params: { query: kindOf(narrowing) } }))

export type Statistics = Awaited<ReturnType<typeof getStatistics>>
export type Steps = Awaited<ReturnType<typeof getSteps>>
export type Step = Steps['steps'][number]
export type Forecasts = Awaited<ReturnType<typeof getForecasts>>

// Another period replaces the numbers when they are there; the page stays still until then.
const still = { placeholderData: keepPreviousData, staleTime: 60_000 } as const

export const statisticsQuery = (filter: StatisticsFilter) =>
  queryOptions({
    queryKey: ['bpm', 'statistics', filter],
    queryFn: () => getStatistics(filter),
    ...still,
  })

export const seriesQuery = (filter: StatisticsFilter) =>
  queryOptions({
    queryKey: ['bpm', 'statistics', 'series', filter],
    queryFn: () => getSeries(filter),
    ...still,
  })

export const stepsQuery = (filter: StatisticsFilter) =>
  queryOptions({
    queryKey: ['bpm', 'statistics', 'steps', filter],
    queryFn: () => getSteps(filter),
    ...still,
  })

export const forecastsQuery = (narrowing: Narrowing) =>
  queryOptions({
    queryKey: ['bpm', 'statistics', 'forecasts', narrowing],
    queryFn: () => getForecasts(narrowing),
    ...still,
  })

export const tables = ['series', 'steps', 'nodes', 'people'] as const

/** One of the tables as CSV. */
export function readTable(table: (typeof tables)[number], filter: StatisticsFilter): Promise<Blob> {
  const params = { query: askOf(filter) }
  const asked = {
    series: () =>
      bpm.GET('/api/bpm/v1/statistics/series.csv', {
        params: { query: { ...params.query, ...intervalOf(filter) } },
        parseAs: 'blob',
      }),
    steps: () => bpm.GET('/api/bpm/v1/statistics/steps.csv', { params, parseAs: 'blob' }),
    nodes: () => bpm.GET('/api/bpm/v1/statistics/nodes.csv', { params, parseAs: 'blob' }),
    people: () => bpm.GET('/api/bpm/v1/statistics/people.csv', { params, parseAs: 'blob' }),
  }
  return unwrap(asked[table]() as Promise<{ data?: Blob; error?: unknown; response: Response }>)
}

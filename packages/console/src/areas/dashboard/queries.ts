import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'

export interface StatisticsFilter {
  readonly days: number
  readonly bizType?: string | undefined
}

const getStatistics = ({ days, bizType }: StatisticsFilter) => {
  const from = new Date(Date.now() - days * 86_400_000).toISOString()
  const query = { from, ...(bizType === undefined ? {} : { bizType }) }
  return unwrap(bpm.GET('/api/bpm/v1/statistics', { params: { query } }))
}

export type Statistics = Awaited<ReturnType<typeof getStatistics>>

/** Weeks say more than days, except of a single week. */
const getSeries = ({ days, bizType }: StatisticsFilter) => {
  const from = new Date(Date.now() - days * 86_400_000).toISOString()
  const interval = days <= 7 ? ('day' as const) : ('week' as const)
  const query = { from, interval, ...(bizType === undefined ? {} : { bizType }) }
  return unwrap(bpm.GET('/api/bpm/v1/statistics/series', { params: { query } }))
}

export type Point = Awaited<ReturnType<typeof getSeries>>['points'][number]

export const seriesQuery = (filter: StatisticsFilter) =>
  queryOptions({
    queryKey: ['bpm', 'statistics', 'series', filter],
    queryFn: () => getSeries(filter),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

export const statisticsQuery = (filter: StatisticsFilter) =>
  queryOptions({
    queryKey: ['bpm', 'statistics', filter],
    queryFn: () => getStatistics(filter),
    // Another period replaces the numbers when they are there; the page stays still until then.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'
import { dropEmpty } from '../../shared/form/drop-empty.ts'
import { incidentsKey } from '../../shared/incidents.ts'
import type { IncidentSearch } from './search.ts'

const pageSize = 100

export const incidentsQuery = ({ kind, bizType, state = 'open' }: IncidentSearch) =>
  infiniteQueryOptions({
    queryKey: [...incidentsKey, 'list', kind, bizType, state],
    queryFn: ({ pageParam, signal }) => {
      const filters = { kind, bizType, state: state === 'all' ? undefined : state }
      const query = { ...dropEmpty({ ...filters, cursor: pageParam }), limit: pageSize }
      return unwrap(bpm.GET('/api/bpm/v1/incidents', { params: { query }, signal }))
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** Starts by signals that could not be made; the first of them, where there are many. */
export const failingSignalStartsQuery = queryOptions({
  queryKey: [...incidentsKey, 'signal-starts'],
  queryFn: ({ signal }) => {
    const query = { state: 'failing', limit: 20 } as const
    return unwrap(bpm.GET('/api/bpm/v1/signal-starts', { params: { query }, signal }))
  },
})

/** The same of starts by time. */
export const failingStartsQuery = queryOptions({
  queryKey: [...incidentsKey, 'starts'],
  queryFn: ({ signal }) => {
    const query = { state: 'failing', limit: 20 } as const
    return unwrap(bpm.GET('/api/bpm/v1/start-schedules', { params: { query }, signal }))
  },
})

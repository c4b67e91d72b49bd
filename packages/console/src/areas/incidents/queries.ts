import { infiniteQueryOptions } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'
import { dropEmpty } from '../../shared/form/drop-empty.ts'
import { incidentsKey } from '../../shared/incidents.ts'
import type { IncidentSearch } from './search.ts'

const pageSize = 100
const startsPageSize = 20

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

const failing = (cursor: string) =>
  ({ state: 'failing', ...dropEmpty({ cursor }), limit: startsPageSize }) as const

/** Starts by signals that could not be made. */
export const failingSignalStartsQuery = infiniteQueryOptions({
  queryKey: [...incidentsKey, 'signal-starts'],
  queryFn: ({ pageParam, signal }) => {
    const query = failing(pageParam)
    return unwrap(bpm.GET('/api/bpm/v1/signal-starts', { params: { query }, signal }))
  },
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor,
})

/** The same of starts by time. */
export const failingStartsQuery = infiniteQueryOptions({
  queryKey: [...incidentsKey, 'starts'],
  queryFn: ({ pageParam, signal }) => {
    const query = failing(pageParam)
    return unwrap(bpm.GET('/api/bpm/v1/start-schedules', { params: { query }, signal }))
  },
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor,
})

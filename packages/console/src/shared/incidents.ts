import { queryOptions } from '@tanstack/react-query'
import { bpm, unwrap } from '../api/clients.ts'

const refreshMs = 60_000

export const incidentsKey = ['bpm', 'incidents'] as const

/** How many incidents are open; asked for now and then where it is shown. */
export const incidentCountsQuery = queryOptions({
  queryKey: [...incidentsKey, 'counts'],
  queryFn: () => unwrap(bpm.GET('/api/bpm/v1/incidents/counts')),
  refetchInterval: refreshMs,
})

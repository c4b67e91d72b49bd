import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { components } from '@countersign/client/bpm'
import { bpm, unwrap } from '../../../api/clients.ts'

export type Simulation = components['schemas']['Simulation']
export type Summary = components['schemas']['SimulationSummary']
export type Result = components['schemas']['SimulationResult']
export type Outcome = Result['outcome']

export const OUTCOMES = [
  'same',
  'otherPeople',
  'otherResult',
  'open',
  'stuck',
] as const satisfies readonly Outcome[]

export const isUnderWay = ({ status }: Simulation): boolean =>
  status === 'WAITING' || status === 'RUNNING'

const pollMs = 1000

export const simulationsKey = ['bpm', 'simulations'] as const

export const simulationsQuery = (definitionId: string) =>
  queryOptions({
    queryKey: [...simulationsKey, 'of', definitionId],
    queryFn: async () => {
      const query = { definitionId, limit: 20 }
      return (await unwrap(bpm.GET('/api/bpm/v1/simulations', { params: { query } }))).items
    },
  })

/** Followed until it has ended. */
export const simulationQuery = (id: string) =>
  queryOptions({
    queryKey: [...simulationsKey, id],
    queryFn: () => unwrap(bpm.GET('/api/bpm/v1/simulations/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnderWay(state.data) ? pollMs : false,
  })

export const summaryQuery = (id: string) =>
  queryOptions({
    queryKey: [...simulationsKey, id, 'summary'],
    queryFn: () =>
      unwrap(bpm.GET('/api/bpm/v1/simulations/{id}/summary', { params: { path: { id } } })),
  })

export const resultsQuery = (id: string, outcome: Outcome | undefined) =>
  infiniteQueryOptions({
    queryKey: [...simulationsKey, id, 'results', outcome],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => {
      const query = {
        limit: 20,
        ...(outcome === undefined ? {} : { outcome }),
        ...(cursor === undefined ? {} : { cursor }),
      }
      const params = { path: { id }, query }
      return unwrap(bpm.GET('/api/bpm/v1/simulations/{id}/results', { params }))
    },
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'
import type { components } from '@countersign/client/bpm'
import { dropEmpty } from '../../shared/form/drop-empty.ts'
import type { DeliverySearch } from './search.ts'

export type Delivery = components['schemas']['Delivery']
export type DeliveryDetails = components['schemas']['DeliveryDetails']
export type Attempt = DeliveryDetails['attempts'][number]
export type CallbackOrigins = components['schemas']['CallbackOrigins']

const pageSize = 100
const refreshMs = 5_000

export const deliveriesKey = ['bpm', 'deliveries'] as const

export const deliveriesQuery = ({ status, bizType, instance }: DeliverySearch) =>
  infiniteQueryOptions({
    queryKey: [...deliveriesKey, 'list', status, bizType, instance],
    queryFn: ({ pageParam, signal }) => {
      const filters = { status, bizType, instanceId: instance, cursor: pageParam }
      const query = { ...dropEmpty(filters), limit: pageSize }
      return unwrap(bpm.GET('/api/bpm/v1/deliveries', { params: { query }, signal }))
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** One event with its attempts, read again while more of them are to come. */
export const deliveryQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...deliveriesKey, eventId],
    queryFn: () =>
      unwrap(bpm.GET('/api/bpm/v1/deliveries/{eventId}', { params: { path: { eventId } } })),
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? refreshMs : false),
  })

export const originsQuery = queryOptions({
  queryKey: ['bpm', 'callback-origins'],
  queryFn: () => unwrap(bpm.GET('/api/bpm/v1/callback-origins')),
})

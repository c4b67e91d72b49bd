import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'
import type { components, paths } from '@countersign/client/bpm'
import type { Edges } from './edges.ts'
import { dropEmpty } from '../../shared/form/drop-empty.ts'
import { whileSorted } from '../../shared/list/service-order.ts'

export type TaskListItem = components['schemas']['TaskListItem']
export type ProcessInstance = components['schemas']['ProcessInstance']
export type Counts = Awaited<ReturnType<typeof getCounts>>
export type Box = 'todo' | 'waiting' | 'done' | 'cc'

/** Which approvals: by their own state, by when they began, by their tasks. */
type InstanceFilter = Omit<
  NonNullable<paths['/api/bpm/v1/process-instances']['get']['parameters']['query']>,
  'box' | 'limit' | 'cursor' | 'sort'
>
export type InstanceOrder = NonNullable<
  paths['/api/bpm/v1/process-instances']['get']['parameters']['query']
>['sort']
/** What all approvals are sorted by, at the service. */
export type InstanceColumn = Extract<InstanceOrder, 'title' | 'status' | 'createdAt'>

export interface TaskFilter {
  readonly box: Box
  readonly q?: string | undefined
  readonly bizType?: string | undefined
  readonly overdue?: boolean | undefined
}

const pageSize = 100

/** By when tasks came into the box, where the person asks for that. */
export type TaskOrder = 'at' | '-at' | undefined

/** The tasks of one box, newest first, or what is to do by when it is due; a page at a time. */
export const tasksQuery = (filter: TaskFilter, sort?: TaskOrder) => {
  const list = ['bpm', 'tasks', filter] as const
  return infiniteQueryOptions({
    queryKey: [...list, sort],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        bpm.GET('/api/bpm/v1/tasks', {
          params: {
            query: {
              ...dropEmpty(filter),
              ...orderOf(filter, sort),
              limit: pageSize,
              ...cursorOf(pageParam),
            },
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: whileSorted(list),
  })
}

function orderOf({ box }: TaskFilter, sort: TaskOrder) {
  if (sort === 'at') return { order: 'oldest' as const }
  return box === 'todo' && sort === undefined ? { order: 'due' as const } : {}
}

/** What the person started, or all approvals. */
export const instancesQuery = (
  box: 'initiated' | 'all',
  filter: InstanceFilter,
  sort: InstanceOrder,
) => {
  const list = ['bpm', 'process-instances', box, filter] as const
  return infiniteQueryOptions({
    queryKey: [...list, sort],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        bpm.GET('/api/bpm/v1/process-instances', {
          params: {
            query: {
              ...filter,
              ...dropEmpty({ sort }),
              box,
              limit: pageSize,
              ...cursorOf(pageParam),
            },
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: whileSorted(list),
  })
}

/** All tasks of a box, as a file, newest first. */
export const readTaskTable = (filter: TaskFilter): Promise<Blob> =>
  unwrap(
    bpm.GET('/api/bpm/v1/tasks.csv', { params: { query: dropEmpty(filter) }, parseAs: 'blob' }),
  )

/** All approvals of a list, as a file, newest first. */
export const readInstanceTable = (
  box: 'initiated' | 'all',
  filter: InstanceFilter,
): Promise<Blob> =>
  unwrap(
    bpm.GET('/api/bpm/v1/process-instances.csv', {
      params: { query: { ...filter, box } },
      parseAs: 'blob',
    }),
  )

const getCounts = () => unwrap(bpm.GET('/api/bpm/v1/tasks/counts'))

/** How much is in each box, counted up to a limit. */
export const countsQuery = queryOptions({
  queryKey: ['bpm', 'counts'],
  queryFn: getCounts,
})

/** The same, and of what is to do how much is due between these moments. */
export const dueCountsQuery = ({ now, endOfDay, endOfWeek }: Edges) => {
  const dueBefore = [now, endOfDay, endOfWeek]
  return queryOptions({
    queryKey: ['bpm', 'counts', 'due', ...dueBefore],
    queryFn: ({ signal }) =>
      unwrap(bpm.GET('/api/bpm/v1/tasks/counts', { params: { query: { dueBefore } }, signal })),
  })
}

/** "99+" for what was not counted to its end. */
export function countText(count: number, cap: number): string {
  return count > cap ? `${cap}+` : String(count)
}

const cursorOf = (cursor: string) => (cursor === '' ? {} : { cursor })

import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import type { TaskFilter, TaskListItem } from './queries.ts'

interface Page {
  readonly items: readonly TaskListItem[]
  readonly nextCursor: string | null
}

/** A task that changed, and the box it is in now. */
export interface Change {
  readonly taskNo: string
  readonly box: string
}

/** Lists of more pages than this are not read again by themselves: each page is a request. */
const mostPages = 3

/** Whether a list on the page is older than the service's, until it is read again. */
export const newsKey = ['inbox', 'news'] as const

/**
 * Brings everything about approvals up to date. Of a long list only what left it is taken out: it
 * would be read again from its beginning, while somebody scrolls at its end.
 */
export function refreshInbox(queryClient: QueryClient, changes: readonly Change[]): void {
  void queryClient.invalidateQueries({
    predicate: (query) => query.queryKey[0] === 'bpm' && !isLong(query),
  })
  const long = queryClient.getQueryCache().findAll({ predicate: isLong })
  for (const { queryKey } of long) {
    // Only lists of tasks have a filter in this place.
    const { box } = queryKey[2] as TaskFilter
    const gone = new Set(changes.filter((change) => change.box !== box).map(({ taskNo }) => taskNo))
    queryClient.setQueryData<InfiniteData<Page>>(queryKey, (data) => data && without(data, gone))
    queryClient.setQueryData(newsKey, true)
  }
}

/** Reads a list again from its beginning. */
export async function startAgain(queryClient: QueryClient): Promise<void> {
  queryClient.setQueryData(newsKey, false)
  await queryClient.resetQueries({ queryKey: ['bpm', 'tasks'] })
}

function isLong({ queryKey, state }: Query): boolean {
  if (queryKey[0] !== 'bpm' || queryKey[1] !== 'tasks') return false
  const { data } = state
  if (typeof data !== 'object' || data === null || !('pages' in data)) return false
  return Array.isArray(data.pages) && data.pages.length > mostPages
}

function without(data: InfiniteData<Page>, gone: ReadonlySet<string>): InfiniteData<Page> {
  if (gone.size === 0) return data
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: page.items.filter(({ taskNo }) => !gone.has(taskNo)),
    })),
  }
}

import type { QueryClient } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith, rootRoute, withTexts } from '../../app/root-route.tsx'
import { signedInId } from '../../auth/session.ts'
import { bizTypesQuery } from '../../shared/biz-types.ts'
import { readServiceOrder } from '../../shared/list/service-order.ts'
import { loadTexts } from '../../text/i18n.ts'
import { boxColumns } from './box-columns.ts'
import { countsQuery, tasksQuery, type TaskFilter } from './queries.ts'
import { readApprovalsSearch, readInboxSearch, readStartedSearch, taskFilterOf } from './search.ts'

const inboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'inbox',
  validateSearch: readInboxSearch,
  loaderDeps: ({ search }) => taskFilterOf(search),
  // The list is on its way while the page's code is still coming; the page waits for its texts alone.
  loader: ({ context: { queryClient }, deps }) => {
    void prefetchTasks(queryClient, deps)
    void queryClient.prefetchQuery(countsQuery)
    void queryClient.prefetchQuery(bizTypesQuery)
    return loadTexts('inbox')
  },
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
})

/** In the order that the person keeps. Nothing is asked for before they are known; who is not is told by the page. */
export async function prefetchTasks(queryClient: QueryClient, filter: TaskFilter): Promise<void> {
  const userId = await signedInId().catch(() => undefined)
  const order = readServiceOrder(userId, boxColumns[filter.box])
  await queryClient.prefetchInfiniteQuery(tasksQuery(filter, order))
}

const startedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'started',
  validateSearch: readStartedSearch,
  loader: withTexts('inbox'),
  component: lazyRouteComponent(() => import('./started/started-page.tsx'), 'StartedPage'),
})

const approvalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'approvals',
  validateSearch: readApprovalsSearch,
  beforeLoad: onlyWith('bpm:instance:read', 'bpm:instance:admin'),
  loader: withTexts('inbox'),
  component: lazyRouteComponent(() => import('./started/approvals-page.tsx'), 'ApprovalsPage'),
})

export const inboxRoutes = [inboxRoute, startedRoute, approvalsRoute] as const

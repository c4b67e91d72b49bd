import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith, rootRoute, withTexts } from '../../app/root-route.tsx'
import { bizTypesQuery } from '../../shared/biz-types.ts'
import { loadTexts } from '../../text/i18n.ts'
import { countsQuery, tasksQuery } from './queries.ts'
import { readApprovalsSearch, readInboxSearch, readStartedSearch, taskFilterOf } from './search.ts'

const inboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'inbox',
  validateSearch: readInboxSearch,
  loaderDeps: ({ search }) => taskFilterOf(search),
  // The list is on its way while the page's code is still coming; the page waits for its texts alone.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(tasksQuery(deps))
    void queryClient.prefetchQuery(countsQuery)
    void queryClient.prefetchQuery(bizTypesQuery)
    return loadTexts('inbox')
  },
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
})

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

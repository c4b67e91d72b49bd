import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute, withTexts } from '../../app/root-route.tsx'
import { readInboxSearch, readStartedSearch } from './search.ts'

const inboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'inbox',
  validateSearch: readInboxSearch,
  loader: withTexts('inbox'),
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
})

const startedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'started',
  validateSearch: readStartedSearch,
  loader: withTexts('inbox'),
  component: lazyRouteComponent(() => import('./started-page.tsx'), 'StartedPage'),
})

export const inboxRoutes = [inboxRoute, startedRoute] as const

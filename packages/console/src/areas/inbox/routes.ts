import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute, withTexts } from '../../app/root-route.tsx'

const inboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'inbox',
  loader: withTexts('inbox'),
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
})

export const inboxRoutes = [inboxRoute] as const

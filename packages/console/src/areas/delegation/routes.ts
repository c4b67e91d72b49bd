import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute, withTexts } from '../../app/root-route.tsx'

const delegationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'delegation',
  loader: withTexts('delegation'),
  component: lazyRouteComponent(() => import('./delegation-page.tsx'), 'DelegationPage'),
})

export const delegationRoutes = [delegationRoute] as const

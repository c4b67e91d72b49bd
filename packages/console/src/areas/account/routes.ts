import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute, withTexts } from '../../app/root-route.tsx'

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'account',
  loader: withTexts('account'),
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
})

export const accountRoutes = [accountRoute] as const

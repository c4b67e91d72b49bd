import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith, rootRoute, withTexts } from '../../app/root-route.tsx'
import { readDashboardSearch } from './search.ts'

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'dashboard',
  validateSearch: readDashboardSearch,
  beforeLoad: onlyWith('bpm:statistics:read'),
  loader: withTexts('dashboard'),
  component: lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage'),
})

export const dashboardRoutes = [dashboardRoute] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute, withTexts } from '../../app/root-route.tsx'

const taskRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'tasks/$taskNo',
  loader: withTexts('approvals'),
  component: lazyRouteComponent(() => import('./task-page.tsx'), 'TaskPage'),
})

const instanceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'approvals/$id',
  loader: withTexts('approvals'),
  component: lazyRouteComponent(() => import('./instance-page.tsx'), 'InstancePage'),
})

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'start',
  loader: withTexts('approvals'),
  component: lazyRouteComponent(() => import('./choose-type-page.tsx'), 'ChooseTypePage'),
})

const startTypeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'start/$bizType',
  loader: withTexts('approvals'),
  component: lazyRouteComponent(() => import('./start-page.tsx'), 'StartPage'),
})

export const approvalRoutes = [taskRoute, instanceRoute, startRoute, startTypeRoute] as const

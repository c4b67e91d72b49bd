import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith, rootRoute, withTexts } from '../../app/root-route.tsx'

const mayOpen = onlyWith('bpm:definition:read', 'bpm:definition:write')

const processesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'processes',
  beforeLoad: mayOpen,
  loader: withTexts('designer'),
  component: lazyRouteComponent(() => import('./processes-page.tsx'), 'ProcessesPage'),
})

const processRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'processes/$definitionId',
  beforeLoad: mayOpen,
  loader: withTexts('designer'),
  component: lazyRouteComponent(() => import('./process-page.tsx'), 'ProcessPage'),
})

export const designerRoutes = [processesRoute, processRoute] as const

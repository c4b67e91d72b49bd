import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith, rootRoute, withTexts } from '../../app/root-route.tsx'
import { readComparisonSearch } from './comparison/search.ts'
import { readSimulationsSearch } from './simulations/search.ts'

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

const simulationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'processes/$definitionId/simulations',
  validateSearch: readSimulationsSearch,
  beforeLoad: onlyWith('bpm:definition:write'),
  loader: withTexts('designer'),
  component: lazyRouteComponent(
    () => import('./simulations/simulations-page.tsx'),
    'SimulationsPage',
  ),
})

const comparisonRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'processes/$definitionId/comparison',
  validateSearch: readComparisonSearch,
  beforeLoad: mayOpen,
  loader: withTexts('designer'),
  component: lazyRouteComponent(() => import('./comparison/comparison-page.tsx'), 'ComparisonPage'),
})

const decisionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'decision-tables',
  beforeLoad: mayOpen,
  loader: withTexts('designer'),
  component: lazyRouteComponent(
    () => import('./decision-tables/decisions-page.tsx'),
    'DecisionsPage',
  ),
})

const decisionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'decision-tables/$decisionId',
  beforeLoad: mayOpen,
  loader: withTexts('designer'),
  component: lazyRouteComponent(
    () => import('./decision-tables/decision-page.tsx'),
    'DecisionPage',
  ),
})

export const designerRoutes = [
  processesRoute,
  processRoute,
  simulationsRoute,
  comparisonRoute,
  decisionsRoute,
  decisionRoute,
] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith, rootRoute, withTexts } from '../../app/root-route.tsx'
import { readIncidentSearch } from './search.ts'

const incidentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'incidents',
  validateSearch: readIncidentSearch,
  beforeLoad: onlyWith('bpm:instance:admin'),
  loader: withTexts('incidents'),
  component: lazyRouteComponent(() => import('./incidents-page.tsx'), 'IncidentsPage'),
})

export const incidentRoutes = [incidentsRoute] as const

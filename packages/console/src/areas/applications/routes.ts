import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith, rootRoute, withTexts } from '../../app/root-route.tsx'
import { readDeliverySearch } from './search.ts'

const loader = withTexts('applications')

const businessTypesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'business-types',
  beforeLoad: onlyWith('bpm:origin:read', 'bpm:delivery:read'),
  loader,
  component: lazyRouteComponent(() => import('./business-types-page.tsx'), 'BusinessTypesPage'),
})

const deliveriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'deliveries',
  validateSearch: readDeliverySearch,
  beforeLoad: onlyWith('bpm:delivery:read'),
  loader,
  component: lazyRouteComponent(() => import('./deliveries-page.tsx'), 'DeliveriesPage'),
})

const deliveryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'deliveries/$eventId',
  beforeLoad: onlyWith('bpm:delivery:read'),
  loader,
  component: lazyRouteComponent(() => import('./delivery-page.tsx'), 'DeliveryPage'),
})

export const applicationRoutes = [businessTypesRoute, deliveriesRoute, deliveryRoute] as const

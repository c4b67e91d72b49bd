import { createRoute, redirect } from '@tanstack/react-router'
import { rootRoute } from '../app/root-route.tsx'
import { administrationRoutes } from './administration/routes.ts'
import { accountRoutes } from './account/routes.ts'
import { applicationRoutes } from './applications/routes.ts'
import { approvalRoutes } from './approvals/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { delegationRoutes } from './delegation/routes.ts'
import { designerRoutes } from './designer/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { incidentRoutes } from './incidents/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => redirect({ to: '/inbox', replace: true, throw: true }),
})

/** The pages of every area. Each area adds its own list. */
export const areaRoutes = [
  homeRoute,
  ...administrationRoutes,
  ...inboxRoutes,
  ...approvalRoutes,
  ...delegationRoutes,
  ...dashboardRoutes,
  ...incidentRoutes,
  ...documentRoutes,
  ...designerRoutes,
  ...applicationRoutes,
  ...accountRoutes,
] as const

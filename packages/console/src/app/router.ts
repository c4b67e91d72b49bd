import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { areaRoutes } from '../areas/routes.ts'
import { PageSkeleton } from '../shared/page/skeletons.tsx'
import { rootRoute } from './root-route.tsx'
import { RouteError } from './route-error.tsx'

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'signed-in',
  component: lazyRouteComponent(() => import('./signed-in-page.tsx'), 'SignedInPage'),
})

export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: rootRoute.addChildren([...areaRoutes, signedInRoute]),
    basepath: '/console',
    context: { queryClient },
    // Pointing at a link is reason enough to load its page's code.
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // Shorter waits show the page before; longer ones say that something is on its way.
    defaultPendingMs: 200,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}

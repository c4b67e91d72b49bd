import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { ApiProblem } from '../api/problem.ts'
import { meQuery, may, type Permission } from '../me/me.ts'
import { loadTexts } from '../text/i18n.ts'
import type { Namespace } from '../text/namespaces.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { Shell } from './shell/shell.tsx'

/** What every route is given. */
export interface RouterContext {
  readonly queryClient: QueryClient
}

/** The frame around every page. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: NotFoundPage,
})

/** A route's `loader` that has the texts of an area there before its page is drawn. */
export const withTexts =
  (...namespaces: readonly Namespace[]) =>
  () =>
    loadTexts(...namespaces)

/** A route's `beforeLoad` for pages that only people with one of these permissions may open. */
export const onlyWith =
  (...permissions: readonly Permission[]) =>
  async ({ context }: { readonly context: RouterContext }) => {
    const me = await context.queryClient.ensureQueryData(meQuery)
    if (permissions.some((permission) => may(me, permission))) return
    throw new ApiProblem({ code: 'console.permission_missing', title: '', status: 403 })
  }

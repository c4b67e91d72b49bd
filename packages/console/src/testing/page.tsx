import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { makeQueryClient } from '../app/query-client.ts'
import { ToastCorner } from '../app/toast-corner.tsx'
import { changeLanguage, loadTexts, startTexts, type Language } from '../text/i18n.ts'
import type { Namespace } from '../text/namespaces.ts'
import { currentToasts, hideToast } from '../shared/toasts/toasts.ts'
import { theme } from '../theme/theme.ts'

// Nothing is laid out here: to lists, which draw what is in sight, everything is as large as a window.
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { value: 1000, configurable: true })
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { value: 600, configurable: true })
// Fields that grow with their text listen for fonts.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

let isStarted = false

/** Has the texts of these areas there, in this language. */
export async function speak(language: Language, ...namespaces: readonly Namespace[]) {
  if (!isStarted) startTexts()
  isStarted = true
  await changeLanguage(language)
  await loadTexts('common', ...namespaces)
}

/** The cache as the console has it, but what fails has failed: nobody waits for another try. */
export function makeCache(): QueryClient {
  const cache = makeQueryClient()
  const defaults = cache.getDefaultOptions()
  cache.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } })
  return cache
}

/** What stands around every page. */
export function Around(props: { readonly cache: QueryClient; readonly children: ReactNode }) {
  return (
    // Without transitions: what is closed is gone.
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={props.cache}>{props.children}</QueryClientProvider>
    </MantineProvider>
  )
}

interface Opened {
  readonly cache: QueryClient
  readonly history: RouterHistory
}

/** Pages that lead from one to the other, by their paths; elsewhere there is an empty one. */
export async function open(
  address: string,
  pages: Readonly<Record<string, RouteComponent>>,
  cache: QueryClient = makeCache(),
): Promise<Opened> {
  // What the page before said is said no more.
  for (const { id } of currentToasts()) hideToast(id)
  const root = createRootRoute({ component: Outlet, notFoundComponent: () => null })
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  )
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: root.addChildren(routes), history })
  await router.load()
  const provider = <RouterProvider router={router as never} />
  await act(async () => {
    render(
      <Around cache={cache}>
        {provider}
        <ToastCorner />
      </Around>,
    )
  })
  return { cache, history }
}

/** A component on a page of its own. */
export const show = (content: ReactNode, cache?: QueryClient): Promise<Opened> =>
  open('/', { '/': () => content }, cache)

/** A hook on a page of its own, and what it gave last. */
export async function openHook<Result>(
  address: string,
  path: string,
  useHook: () => Result,
  cache?: QueryClient,
): Promise<Opened & { readonly result: { readonly current: Result } }> {
  const given: { current?: Result } = {}
  const Probe = () => {
    given.current = useHook()
    return null
  }
  const opened = await open(address, { [path]: Probe }, cache)
  if (!('current' in given)) throw new Error(`nothing was shown at ${address}`)
  return { ...opened, result: given as { readonly current: Result } }
}

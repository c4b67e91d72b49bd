import '../theme/mantine.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchPresence } from '../auth/presence.ts'
import { meQuery } from '../me/me.ts'
import { followNotices } from '../push/follow-notices.ts'
import { ErrorState } from '../shared/page/error-state.tsx'
import { loadTexts, startTexts } from '../text/i18n.ts'
import { colorSchemeManager, styleNonce } from '../theme/color-scheme.ts'
import { theme } from '../theme/theme.ts'
import { nextTask } from '../shared/next-task.ts'
import { whenIdle } from '../shared/when-idle.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { makeQueryClient } from './query-client.ts'
import { makeRouter } from './router.ts'
import { ToastCorner } from './toast-corner.tsx'

/** Shows the console to whoever signs in, or why there is none, such as a sign-in that was refused. */
export async function render(): Promise<void> {
  const queryClient = makeQueryClient()
  startTexts()
  // What the page reads is asked for while its code and texts are still coming.
  const asked = Promise.all([queryClient.ensureQueryData(meQuery), loadTexts('common')])
  // What is refused before anybody waits is told all the same, below.
  asked.catch(() => undefined)
  await nextTask()
  const router = makeRouter(queryClient)
  await nextTask()
  try {
    const [[me]] = await Promise.all([asked, router.load()])
    watchPresence(me.sessionIdleMinutes)
    followNotices((address) => router.history.push(address))
    whenIdle(() => void giveUpForeignDevice(me.id))
  } catch (error) {
    return renderFailure(error)
  }
  show(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ToastCorner />
      <OfflineNotice />
    </QueryClientProvider>,
  )
}

/** Its code is loaded beside the page: nobody waits for it, and nothing is worse without it until the next start. */
async function giveUpForeignDevice(userId: string): Promise<void> {
  await import('../push/device.ts')
    .then(({ giveUpForeign }) => giveUpForeign(userId))
    .catch(() => undefined)
}

/** Says why there is no console. */
export async function renderFailure(error: unknown): Promise<void> {
  startTexts()
  await loadTexts('common')
  show(<ErrorState error={error} onRetry={() => location.assign('/console/')} />)
}

function show(content: ReactNode): void {
  const root = document.querySelector('#root')
  if (root === null) throw new Error('the page has no #root')
  // The library that stops the page from scrolling behind a dialog makes styles, and asks here.
  Reflect.set(globalThis, '__webpack_nonce__', styleNonce())
  const page = (
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
        getStyleNonce={styleNonce}
      >
        {content}
      </MantineProvider>
    </StrictMode>
  )
  // In slices: on a phone all of it at once is half a second in which no touch is answered.
  startTransition(() => createRoot(root).render(page))
}

import { startSession } from './auth/session.ts'
import { nextTask } from './shared/next-task.ts'
import { warmFormats } from './text/warm-formats.ts'

/** Small, so that it runs soon: the token is on its way while the rest is being loaded. */
export async function start(): Promise<void> {
  if (location.pathname.startsWith('/console/shared/')) {
    // For people without an account: there is nobody to sign in.
    const { renderShared } = await import('./visitor/render.tsx')
    await renderShared()
  } else {
    await startSignedIn()
  }
  keepReady()
}

async function startSignedIn(): Promise<void> {
  const ready = startSession(warmFormats).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  // Each in a task of its own, as reading so much code takes a phone a while: a touch is answered in between. The page
  // itself has them all loaded.
  await nextTask()
  await import('./app/libraries.ts')
  await nextTask()
  await import('./app/components.ts')
  await nextTask()
  const { render, renderFailure } = await import('./app/render.tsx')
  await nextTask()
  const failure = await ready
  if (failure === undefined) await render()
  else await renderFailure(failure.error)
}

/** After everything else, and never while developing: it only answers when there is no network. */
function keepReady(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.register('/console/sw.js').catch(() => undefined)
}

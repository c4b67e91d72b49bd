import './theme/base.css'
import { startSession } from './auth/session.ts'

// Small, so that it runs soon: the token is on its way while the rest is being loaded.
if (location.pathname.startsWith('/console/shared/')) {
  // For people without an account: there is nobody to sign in.
  const { renderShared } = await import('./visitor/render.tsx')
  await renderShared()
} else {
  const ready = startSession().then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  const loading = import('./app/render.tsx')
  // Where most people begin: its code comes together with the frame's.
  if (/^\/console\/(inbox)?$/.test(location.pathname)) void import('./areas/inbox/inbox-page.tsx')
  const { render, renderFailure } = await loading
  const failure = await ready
  if (failure === undefined) await render()
  else await renderFailure(failure.error)
}

// After everything else, and never while developing: it only answers when there is no network.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register('/console/sw.js').catch(() => undefined)
}

import './theme/base.css'
import { startSession } from './auth/session.ts'
import { firstLanguage } from './text/language.ts'
import { warmFormats } from './text/warm-formats.ts'

// Small, so that it runs soon: the token is on its way while the rest is being loaded.
if (location.pathname.startsWith('/console/shared/')) {
  // For people without an account: there is nobody to sign in.
  const { renderShared } = await import('./visitor/render.tsx')
  await renderShared()
} else {
  const ready = startSession(warmFormats).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  const loading = import('./app/render.tsx')
  loadFirstTexts()
  const { render, renderFailure } = await loading
  // Reading so much code takes a phone a while; a touch is answered between that and what it does.
  await new Promise((next) => setTimeout(next))
  const failure = await ready
  if (failure === undefined) await render()
  else await renderFailure(failure.error)
}

/** They are asked for by the code that is still coming; here they come together with it. */
function loadFirstTexts(): void {
  const isEnglish = firstLanguage() === 'en'
  early(isEnglish ? import('./app/text/en.ts') : import('./app/text/zh-cn.ts'))
  // Where most people begin.
  if (!/^\/console\/(inbox)?$/.test(location.pathname)) return
  early(import('./areas/inbox/inbox-page.tsx'))
  early(isEnglish ? import('./areas/inbox/text/en.ts') : import('./areas/inbox/text/zh-cn.ts'))
}

/** What fails here is told by whoever needs it: they ask for it again. */
function early(loading: Promise<unknown>): void {
  loading.catch(() => undefined)
}

// After everything else, and never while developing: it only answers when there is no network.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register('/console/sw.js').catch(() => undefined)
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createApi, ProblemError } from './api.ts'
import { App } from './app.tsx'
import { followLook, isEmbedded, tellHeight } from './embedded.ts'
import { pollWhileUsed } from './presence.ts'
import { Services } from './services.ts'
import { openSession, type Settings } from './sign-in.ts'
import { SignedOut } from './signed-out.tsx'
import { startTexts } from './text/i18n.ts'
import './style.css'

const root = createRoot(document.getElementById('root') ?? document.body)

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal stays a refusal; what failed on the way may pass the next time.
      retry: (count, error) => !(error instanceof ProblemError && error.status < 500) && count < 2,
    },
  },
})

async function readSettings(): Promise<Settings> {
  return (await (await fetch('/settings.json')).json()) as Settings
}

/** The pages of whoever is signed in; undefined while the browser is leaving for the sign-in. */
async function pagesFor(settings: Settings): Promise<ReactNode | undefined> {
  const session = await openSession(settings)
  if (session === undefined) return undefined
  const services = { session, api: createApi(session, settings.issuer) }
  return (
    <StrictMode>
      <Services value={services}>
        <QueryClientProvider client={queries}>
          <App />
        </QueryClientProvider>
      </Services>
    </StrictMode>
  )
}

document.documentElement.toggleAttribute('data-embedded', isEmbedded)
await startTexts()
try {
  const settings = await readSettings()
  if (isEmbedded) followLook(settings.issuer)
  const shown = await pagesFor(settings).catch((error: unknown) => <SignedOut error={error} />)
  if (shown !== undefined) {
    pollWhileUsed()
    // At once, so that it has a height to be told.
    flushSync(() => root.render(shown))
    if (isEmbedded) tellHeight(settings.issuer)
  }
} catch (error) {
  root.render(<SignedOut error={error} />)
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createApi, ProblemError } from './api.ts'
import { App } from './app.tsx'
import { Services } from './services.ts'
import { openSession, type Settings } from './sign-in.ts'
import { SignedOut } from './signed-out.tsx'
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

try {
  const settings = (await (await fetch('/settings.json')).json()) as Settings
  const session = await openSession(settings)
  if (session !== undefined) {
    const services = { session, api: createApi(session, settings.issuer) }
    root.render(
      <StrictMode>
        <Services value={services}>
          <QueryClientProvider client={queries}>
            <App />
          </QueryClientProvider>
        </Services>
      </StrictMode>,
    )
  }
} catch (error) {
  root.render(<SignedOut error={error} />)
}

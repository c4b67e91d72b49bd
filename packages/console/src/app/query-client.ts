import { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../api/problem.ts'

/** How often a read is tried again when no answer came, or a service was not ready. */
const retries = 2

/** The cache of what was read: fresh for half a minute, and read again when the page is looked at. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        retry: (failures, error) => failures < retries && isPassing(error),
      },
      // Writes are never repeated by themselves, nor kept for the time when there is a network again: what is
      // decided may have changed by then. They fail at once, and the person decides.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** A refusal stays one; what is merely not there may come back. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return false
  return error.status === 0 || error.status === 502 || error.status === 503
}

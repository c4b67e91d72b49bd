import { queryOptions } from '@tanstack/react-query'
import { bpm, unwrap } from '../../../api/clients.ts'
import { ApiProblem } from '../../../api/problem.ts'

const getFilters = () => unwrap(bpm.GET('/api/bpm/v1/me/inbox-filters'))

export type Filters = Awaited<ReturnType<typeof getFilters>>
export type Filter = Filters['items'][number]

/** The service takes no more of one person. */
export const mostFilters = 20

// Not among what is read again whenever something happens in the inbox.
export const filtersQuery = queryOptions({ queryKey: ['inbox', 'filters'], queryFn: getFilters })

/** Changes the list as it is now: another window may have changed it since it was shown. */
export async function changeFilters(
  change: (items: readonly Filter[]) => readonly Filter[],
): Promise<Filters> {
  const attempt = async () => {
    const { items, revision } = await getFilters()
    const body = { items: [...change(items)].slice(0, mostFilters), revision }
    return unwrap(bpm.PUT('/api/bpm/v1/me/inbox-filters', { body }))
  }
  return attempt().catch((error: unknown) => {
    if (error instanceof ApiProblem && error.code === 'bpm.revision_mismatch') return attempt()
    throw error
  })
}

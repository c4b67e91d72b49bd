import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { iam, unwrap } from '../../api/clients.ts'
import type { components } from '@countersign/client/iam'

export type Principal = components['schemas']['Principal']
export type PrincipalKind = Principal['kind']

/** People, roles and departments that a text could mean, the best ten of each kind. */
export const findPrincipalsQuery = (text: string, kinds: readonly PrincipalKind[]) =>
  queryOptions({
    queryKey: ['iam', 'people', 'search', kinds, text],
    queryFn: async ({ signal }) => {
      const query = { q: text, kinds: kinds.join(',') }
      const answer = await unwrap(iam.GET('/api/iam/v1/people', { params: { query }, signal }))
      return answer.items
    },
  })

/** Who stands behind these ids. Asked for together; somebody who left keeps the id as a name. */
const namesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['iam', 'people', 'names', ids],
    queryFn: async () => {
      const query = { ids: ids.join(',') }
      const answer = await unwrap(iam.GET('/api/iam/v1/people', { params: { query } }))
      return answer.items
    },
    enabled: ids.length > 0,
    staleTime: 5 * 60_000,
  })

const most = 200

/** A function from an id or a code to a name, the same until more is known; the id itself while nothing better is. */
export function useNames(ids: readonly (string | null)[]): (id: string) => string {
  const wanted = useMemo(
    () => [...new Set(ids.filter((id) => id !== null))].toSorted().slice(0, most),
    [ids],
  )
  const { data } = useQuery(namesQuery(wanted))
  return useCallback((id) => data?.find((known) => known.id === id)?.name ?? id, [data])
}

/** As {@link useNames}, of any number of ids and at once. */
export async function listNames(
  queryClient: QueryClient,
  ids: readonly string[],
): Promise<(id: string) => string> {
  const wanted = [...new Set(ids)].toSorted()
  const parts = Array.from({ length: Math.ceil(wanted.length / most) }, (_, index) =>
    queryClient.fetchQuery(namesQuery(wanted.slice(index * most, (index + 1) * most))),
  )
  const names = new Map((await Promise.all(parts)).flat().map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? id
}

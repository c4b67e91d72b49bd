import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { iam, unwrap } from '../../api/clients.ts'
import type { components } from '@countersign/client/iam'
import type { Person } from './person.ts'

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

/** With names by which they can be told apart: two people may have the same. */
export function toldApart(found: readonly Principal[]): Person[] {
  const count = (wanted: string) => found.filter(({ name }) => name === wanted).length
  return found.map(({ id, name, detail }) => ({
    id,
    name: count(name) > 1 ? `${name} (${detail})` : name,
  }))
}

/** As many as the service names at once. */
const most = 200

/** Who stands behind these ids. Asked for together; somebody who left keeps the id as a name. */
const namesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['iam', 'people', 'names', ids],
    queryFn: async () => {
      const parts = Array.from({ length: Math.ceil(ids.length / most) }, async (_, index) => {
        const query = { ids: ids.slice(index * most, (index + 1) * most).join(',') }
        return (await unwrap(iam.GET('/api/iam/v1/people', { params: { query } }))).items
      })
      return (await Promise.all(parts)).flat()
    },
    enabled: ids.length > 0,
    staleTime: 5 * 60_000,
  })

const unique = (ids: readonly (string | null)[]) =>
  [...new Set(ids.filter((id) => id !== null))].toSorted()

/** A function from an id or a code to a name, the same until more is known; the id itself while nothing better is. */
export function useNames(ids: readonly (string | null)[]): (id: string) => string {
  const wanted = useMemo(() => unique(ids), [ids])
  const { data } = useQuery(namesQuery(wanted))
  return useCallback((id) => data?.find((known) => known.id === id)?.name ?? id, [data])
}

/** As {@link useNames}, once and to the end. */
export async function listNames(
  queryClient: QueryClient,
  ids: readonly string[],
): Promise<(id: string) => string> {
  const found = await queryClient.fetchQuery(namesQuery(unique(ids)))
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? id
}

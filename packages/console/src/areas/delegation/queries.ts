import { queryOptions } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'

const getDelegations = () => unwrap(bpm.GET('/api/bpm/v1/me/delegations'))

export type Delegations = Awaited<ReturnType<typeof getDelegations>>
export type Delegation = Delegations['items'][number]

export const delegationsQuery = queryOptions({
  queryKey: ['bpm', 'me', 'delegations'],
  queryFn: getDelegations,
})

/** Writes the whole list, unless somebody (oneself, elsewhere) has changed it meanwhile. */
export function replaceDelegations(
  items: readonly Delegation[],
  revision: number,
): Promise<Delegations> {
  const body = {
    items: items.map(({ to, from, until, bizTypes }) => ({ to: to.id, from, until, bizTypes })),
    revision,
  }
  return unwrap(bpm.PUT('/api/bpm/v1/me/delegations', { body }))
}

import { queryOptions } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'
import { readWhole } from '../../api/whole-list.ts'
import { useMay } from '../../me/me.ts'
import { dropEmpty } from '../form/drop-empty.ts'

/** All published processes, of one business type where it is named. */
export const publishedProcessesQuery = (bizType: string | undefined) =>
  queryOptions({
    queryKey: ['bpm', 'definitions', 'published', bizType],
    queryFn: () =>
      readWhole((page) => {
        const query = { status: 'PUBLISHED' as const, ...dropEmpty({ bizType }), ...page }
        return unwrap(bpm.GET('/api/bpm/v1/definitions', { params: { query } }))
      }),
    staleTime: 60_000,
  })

/** Whoever writes processes reads them, too. */
export function useMayReadProcesses(): boolean {
  const mayRead = useMay('bpm:definition:read')
  const mayWrite = useMay('bpm:definition:write')
  return mayRead || mayWrite
}

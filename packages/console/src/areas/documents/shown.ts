import { queryOptions } from '@tanstack/react-query'
import { dms, unwrap } from '../../api/clients.ts'
import { dropEmpty } from '../../shared/form/drop-empty.ts'

/** The bytes of what is shown of a version. Pictures take no token in their address, so it is read. */
export const shownQuery = (versionId: string, page: number | undefined) =>
  queryOptions({
    queryKey: ['dms', 'versions', versionId, 'shown', page],
    queryFn: async ({ signal }) => {
      const blob = await unwrap(
        dms.GET('/api/dms/versions/{versionId}/preview', {
          params: { path: { versionId }, query: dropEmpty({ page }) },
          parseAs: 'blob',
          signal,
        }) as Promise<{ data?: Blob; error?: unknown; response: Response }>,
      )
      return blob
    },
    staleTime: Infinity,
    gcTime: 60_000,
  })

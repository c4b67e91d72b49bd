import { queryOptions } from '@tanstack/react-query'
import { dms, unwrap } from '../../api/clients.ts'
import { ApiProblem } from '../../api/problem.ts'
import { dropEmpty } from '../form/drop-empty.ts'

const getVersion = (versionId: string) =>
  unwrap(dms.GET('/api/dms/versions/{versionId}', { params: { path: { versionId } } }))
export type ShownVersion = Awaited<ReturnType<typeof getVersion>>

export const versionQuery = (versionId: string) =>
  queryOptions({
    queryKey: ['dms', 'versions', versionId],
    queryFn: () => getVersion(versionId),
  })

export const renditionsQuery = (versionId: string) =>
  queryOptions({
    queryKey: ['dms', 'versions', versionId, 'renditions'],
    queryFn: async () => {
      const path = { versionId }
      const { items } = await unwrap(
        dms.GET('/api/dms/versions/{versionId}/renditions', { params: { path } }),
      )
      return items
    },
    // Made by a worker, usually within seconds of the upload.
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'PENDING') === true ? 1_500 : false,
  })

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

export const comparisonQuery = (documentId: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['dms', 'documents', documentId, 'compare', from, to],
    queryFn: () =>
      unwrap(
        dms.GET('/api/dms/documents/{documentId}/compare', {
          params: { path: { documentId }, query: { from, to, text: true } },
        }),
      ),
    // Text is read by a worker, usually within seconds of the upload.
    refetchInterval: ({ state }) => (state.data?.text?.status === 'PENDING' ? 1_500 : false),
  })

/** The latest approval of a document; null where there is none, or none for this reader. */
export const approvalQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['dms', 'documents', documentId, 'approval'],
    queryFn: async () => {
      try {
        return await unwrap(
          dms.GET('/api/dms/documents/{documentId}/approval', { params: { path: { documentId } } }),
        )
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null
        throw error
      }
    },
  })

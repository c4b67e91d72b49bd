import { queryOptions } from '@tanstack/react-query'
import { dms, unwrap } from '../../../api/clients.ts'

const list = (versionId: string) =>
  unwrap(dms.GET('/api/dms/versions/{versionId}/records', { params: { path: { versionId } } }))
export type FiledRecord = Awaited<ReturnType<typeof list>>['items'][number]

/** A print for people, or the signed file. */
export type RecordForm = 'pdf' | 'jose'

export const recordLanguages = ['en', 'zh-CN'] as const satisfies readonly FiledRecord['language'][]

const SOON_MS = 2_000

/** What is filed with a version, the latest first; read again while something is on its way. */
export const recordsQuery = (versionId: string) =>
  queryOptions({
    queryKey: ['dms', 'versions', versionId, 'records'],
    queryFn: () => list(versionId),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'REQUESTED' || status === 'UNKNOWN') ===
      true
        ? SOON_MS
        : false,
  })

/** Has a record filed; what is there already stays as it is. */
export const fileRecord = (versionId: string, language: FiledRecord['language']) =>
  unwrap(
    dms.POST('/api/dms/versions/{versionId}/records', {
      params: { path: { versionId } },
      body: { language },
    }),
  )

export const downloadRecord = ({ versionId, id }: FiledRecord, form: RecordForm): Promise<Blob> =>
  unwrap(
    dms.GET('/api/dms/versions/{versionId}/records/{recordId}/content', {
      params: { path: { versionId, recordId: id }, query: { form } },
      parseAs: 'blob',
    }) as Promise<{ data?: Blob; error?: unknown; response: Response }>,
  )

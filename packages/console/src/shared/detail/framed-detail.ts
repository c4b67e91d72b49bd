import { queryOptions, useQuery } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'
import { applicationsQuery, frameAddress } from './applications.ts'

/** A task, or an instance to read only. */
export interface Subject {
  readonly taskNo?: string | undefined
  readonly instanceId?: string | undefined
}

async function readDetail({ taskNo, instanceId = '' }: Subject) {
  if (taskNo === undefined) {
    const params = { path: { id: instanceId } }
    const found = await unwrap(bpm.GET('/api/bpm/v1/process-instances/{id}', { params }))
    const { bizType, title, detailUrl, variables } = found
    return { instanceId, bizType, title, detailUrl, versionId: variables['versionId'] }
  }
  const task = await unwrap(bpm.GET('/api/bpm/v1/tasks/{taskNo}', { params: { path: { taskNo } } }))
  const { id, bizType, title, detailUrl } = task.instance
  return { instanceId: id, bizType, title, detailUrl, versionId: task.attachments[0]?.versionId }
}

const detailQuery = (subject: Subject) =>
  queryOptions({
    queryKey: ['detail', subject.taskNo ?? subject.instanceId],
    queryFn: () => readDetail(subject),
    // What a task is about stays the same; an approval may come to be about another version.
    staleTime: subject.taskNo === undefined ? 0 : Infinity,
  })

/** The approval that a task belongs to, once that is known. */
export const useInstanceId = (subject: Subject): string | undefined =>
  useQuery(detailQuery(subject)).data?.instanceId

/** What the approval is called, once that is known. */
export const useTitle = (subject: Subject): string | undefined =>
  useQuery(detailQuery(subject)).data?.title

export interface DocumentDetail {
  readonly bizType: string
  readonly title: string
  readonly versionId: string
}

/** The version that is to be decided about, if it is one of a document. */
export function useDocumentDetail(subject: Subject): DocumentDetail | undefined {
  const { data } = useQuery(detailQuery(subject))
  if (data?.bizType !== 'dms.document' || typeof data.versionId !== 'string') return undefined
  const { bizType, title, versionId } = data
  return { bizType, title, versionId }
}

export interface FramedDetail {
  readonly bizType: string
  readonly title: string
  readonly address: string
}

/** The page of what is to be decided, if its application is one that may be shown in a frame. */
export function useFramedDetail({ taskNo, instanceId }: Subject): FramedDetail | undefined {
  const { data: applications } = useQuery(applicationsQuery)
  const { data: detail } = useQuery(detailQuery({ taskNo, instanceId }))
  if (applications === undefined || detail === undefined) return undefined
  const { bizType, title, detailUrl } = detail
  const address = frameAddress(applications[bizType], detailUrl)
  return address === undefined ? undefined : { bizType, title, address }
}

import { queryOptions, useQuery } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'
import { applicationsQuery, frameAddress } from './applications.ts'

/** A task, or an instance to read only. */
export interface Subject {
  readonly taskNo?: string | undefined
  readonly instanceId?: string | undefined
}

async function readInstance({ taskNo, instanceId = '' }: Subject) {
  if (taskNo === undefined) {
    const params = { path: { id: instanceId } }
    return unwrap(bpm.GET('/api/bpm/v1/process-instances/{id}', { params }))
  }
  const task = await unwrap(bpm.GET('/api/bpm/v1/tasks/{taskNo}', { params: { path: { taskNo } } }))
  return task.instance
}

const detailQuery = (subject: Subject) =>
  queryOptions({
    queryKey: ['detail', subject.taskNo ?? subject.instanceId],
    queryFn: async () => {
      const { bizType, title, detailUrl } = await readInstance(subject)
      return { bizType, title, detailUrl }
    },
    // What an approval is about stays the same.
    staleTime: Infinity,
  })

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

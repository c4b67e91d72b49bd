import { queryOptions } from '@tanstack/react-query'
import { bpm, dms, iam, unwrap } from '../../api/clients.ts'

const limit = 6

/** Shown at once when the same is looked for again. */
const kept = { staleTime: 30_000, retry: false } as const

const listTasks = async (q: string, signal: AbortSignal) => {
  const query = { q, limit, box: 'todo' as const }
  const { items } = await unwrap(bpm.GET('/api/bpm/v1/tasks', { params: { query }, signal }))
  return items
}

const listInstances = async (q: string, box: 'initiated' | 'involved', signal: AbortSignal) => {
  const query = { q, limit, box }
  const path = '/api/bpm/v1/process-instances'
  const { items } = await unwrap(bpm.GET(path, { params: { query }, signal }))
  return items
}

const listApprovals = async (q: string, signal: AbortSignal) => {
  const [tasks, initiated, involved] = await Promise.all([
    listTasks(q, signal),
    listInstances(q, 'initiated', signal),
    listInstances(q, 'involved', signal),
  ])
  return { tasks, instances: [...initiated, ...involved] }
}
export type Approvals = Awaited<ReturnType<typeof listApprovals>>

const listDocuments = async (q: string, signal: AbortSignal) => {
  // Titles alone are shown.
  const query = { q, limit, snippets: false }
  const { items } = await unwrap(dms.GET('/api/dms/documents', { params: { query }, signal }))
  return items
}
export type Documents = Awaited<ReturnType<typeof listDocuments>>

const listPeople = async (q: string, signal: AbortSignal) => {
  // The service takes no more of a name.
  const query = { q: q.slice(0, 100), kinds: 'user' }
  const { items } = await unwrap(iam.GET('/api/iam/v1/people', { params: { query }, signal }))
  return items
}
export type People = Awaited<ReturnType<typeof listPeople>>

/** What waits for the person, what they started, and what they had to do with. */
export const approvalsQuery = (q: string) =>
  queryOptions({
    ...kept,
    queryKey: ['bpm', 'palette', q],
    queryFn: ({ signal }) => listApprovals(q, signal),
  })

export const documentsQuery = (q: string) =>
  queryOptions({
    ...kept,
    queryKey: ['dms', 'palette', q],
    queryFn: ({ signal }) => listDocuments(q, signal),
  })

export const peopleQuery = (q: string) =>
  queryOptions({
    ...kept,
    queryKey: ['iam', 'palette', q],
    queryFn: ({ signal }) => listPeople(q, signal),
  })

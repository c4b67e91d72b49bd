import type { Diagram, Instance, LastLook, Page, Path, Task, TimelineItem } from './contract.ts'
import { noAnswer, readProblem } from './problem.ts'

/** Sends a request with the user's token and answers as `fetch` does. */
export type TransportFunction = (path: string, init: RequestInit) => Promise<Response>

/** How the host carries the user's token; paths of the panel begin with `/api/bpm/v1/`. */
export type Transport = TransportFunction | { readonly fetch: TransportFunction }

/** What a write states beside its body. */
export interface WriteOptions {
  /** The same for each repetition of one intention, so that it is carried out once. */
  readonly idempotencyKey: string
  /** The revision that the person has seen. */
  readonly revision?: number
}

export interface Api {
  getTask(taskNo: string): Promise<Task>
  getInstance(id: string): Promise<Instance>
  getTimeline(instanceId: string): Promise<readonly TimelineItem[]>
  getForecast(instanceId: string): Promise<Path>
  getLastLook(instanceId: string): Promise<LastLook>
  recordLook(instanceId: string, sequence: number): Promise<void>
  getDiagram(instanceId: string): Promise<Diagram>
  act(taskNo: string, action: string, body: object, options: WriteOptions): Promise<Task>
  comment(instanceId: string, body: object, options: WriteOptions): Promise<TimelineItem>
  removeAttachment(instanceId: string, versionId: string): Promise<void>
}

const base = '/api/bpm/v1'
const pageSize = 200
/** 2,000 entries are more than anybody reads; the newest pages beyond are left out. */
const maxPages = 10

/** Sends one request and reads its JSON; throws an `ApprovalProblem` when it is refused. */
export type Send = <T>(path: string, init: RequestInit) => Promise<T>

export function createRequest(transport: Transport): Send {
  const send: TransportFunction =
    typeof transport === 'function' ? transport : (path, init) => transport.fetch(path, init)
  return async <T>(path: string, init: RequestInit): Promise<T> => {
    const headers = { accept: 'application/json', ...init.headers }
    const response = await answered(async () => send(path, { ...init, headers }))
    if (!response.ok) throw await readProblem(response)
    // There is nothing to say but that it is done.
    if (response.status === 204) return undefined as T
    // The contract says what it is; a body that broke off counts as no answer.
    return (await answered(() => response.json())) as T
  }
}

/** The calls that the component makes; each throws an `ApprovalProblem` when refused. */
export function createApi(transport: Transport): Api {
  const send = createRequest(transport)
  const request = <T>(path: string, init: RequestInit): Promise<T> => send(`${base}${path}`, init)

  const get = <T>(path: string): Promise<T> => request<T>(path, { method: 'GET' })

  const post = <T>(path: string, body: object, options: WriteOptions): Promise<T> =>
    request<T>(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        'idempotency-key': options.idempotencyKey,
        ...(options.revision === undefined ? {} : { 'if-match': `"${options.revision}"` }),
      },
    })

  const task = (taskNo: string) => `/tasks/${encodeURIComponent(taskNo)}`
  const instance = (id: string) => `/process-instances/${encodeURIComponent(id)}`

  return {
    getTask: (taskNo) => get(task(taskNo)),
    getInstance: (id) => get(instance(id)),
    getForecast: (id) => get(`${instance(id)}/forecast`),
    getLastLook: (id) => get(`${instance(id)}/last-look`),
    recordLook: (id, sequence) =>
      request(`${instance(id)}/last-look`, {
        method: 'PUT',
        body: JSON.stringify({ sequence }),
        headers: { 'content-type': 'application/json' },
      }),
    getDiagram: (id) => get(`${instance(id)}/diagram`),
    getTimeline: (id) => readAll((query) => get(`${instance(id)}/timeline?${query}`)),
    act: (taskNo, action, body, options) => post(`${task(taskNo)}/${action}`, body, options),
    comment: (id, body, options) => post(`${instance(id)}/comments`, body, options),
    removeAttachment: (id, versionId) =>
      request(`${instance(id)}/attachments/${encodeURIComponent(versionId)}`, { method: 'DELETE' }),
  }
}

async function answered<T>(ask: () => Promise<T>): Promise<T> {
  return ask().catch((cause: unknown) => {
    throw noAnswer(cause)
  })
}

async function readAll<T>(read: (query: string) => Promise<Page<T>>): Promise<readonly T[]> {
  const items: T[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < maxPages; pages++) {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: Page<T> = await read(`limit=${pageSize}${after}`)
    items.push(...page.items)
    cursor = page.nextCursor
    if (cursor === null) break
  }
  return items
}

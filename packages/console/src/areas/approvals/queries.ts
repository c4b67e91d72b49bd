import { queryOptions } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'
import type { components } from '@countersign/client/bpm'

export type ProcessInstance = components['schemas']['ProcessInstance']

export const instanceQuery = (id: string) =>
  queryOptions({
    queryKey: ['bpm', 'process-instances', id],
    queryFn: () =>
      unwrap(bpm.GET('/api/bpm/v1/process-instances/{id}', { params: { path: { id } } })),
  })

/** The process of an approval as a drawing, with how far it has come. */
export const diagramQuery = (id: string) =>
  queryOptions({
    queryKey: ['bpm', 'process-instances', id, 'diagram'],
    queryFn: () =>
      unwrap(bpm.GET('/api/bpm/v1/process-instances/{id}/diagram', { params: { path: { id } } })),
  })

/** When it will probably be decided. It moves on as time goes by. */
export const expectedEndQuery = (id: string) =>
  queryOptions({
    queryKey: ['bpm', 'process-instances', id, 'expected-end'],
    queryFn: () =>
      unwrap(
        bpm.GET('/api/bpm/v1/process-instances/{id}/expected-end', { params: { path: { id } } }),
      ),
    staleTime: 60_000,
  })

export type Jumped = components['schemas']['JumpedProcessInstance']

export interface Jump {
  readonly to: string[]
  readonly reason: string
  readonly dryRun?: boolean
  readonly force?: boolean
}

export const jumpInstance = (id: string, jump: Jump): Promise<Jumped> =>
  unwrap(
    bpm.POST('/api/bpm/v1/process-instances/{id}/jump', {
      params: { path: { id } },
      body: { ...jump },
    }),
  )

export const bizTypeQuery = (code: string) =>
  queryOptions({
    queryKey: ['bpm', 'biz-types', code],
    queryFn: () => unwrap(bpm.GET('/api/bpm/v1/biz-types/{code}', { params: { path: { code } } })),
    staleTime: 5 * 60_000,
  })

export interface StartRequest {
  readonly bizType: string
  readonly bizId: string
  readonly title: string
  readonly variables: Record<string, unknown>
  /** Ids of the people chosen for a step, by its id. */
  readonly selections: Record<string, string[]>
  /** Ids of the people who are shown it. */
  readonly cc?: string[]
  /** The process, where the type has several. */
  readonly definitionId?: string
}

/** The path and the people that a start would give; nothing is stored. */
export const previewQuery = (request: StartRequest) =>
  queryOptions({
    queryKey: ['bpm', 'preview', request],
    queryFn: ({ signal }) =>
      unwrap(bpm.POST('/api/bpm/v1/process-instances/preview', { body: { ...request }, signal })),
    retry: false,
  })

export type Preview = Awaited<ReturnType<NonNullable<ReturnType<typeof previewQuery>['queryFn']>>>

/**
 * Starts an approval.
 *
 * @param idempotencyKey The same for the same press of the button: sent twice it starts once.
 */
export function startApproval(
  request: StartRequest,
  idempotencyKey: string,
): Promise<ProcessInstance> {
  return unwrap(bpm.POST('/api/bpm/v1/process-instances', { body: { ...request, idempotencyKey } }))
}

/** A print for people, or the signed file. */
export type RecordForm = 'pdf' | 'jose'

/** The record of an approval. A print is written in the language of the page. */
export function readRecord(id: string, form: RecordForm, language: string): Promise<Blob> {
  return unwrap(
    bpm.GET('/api/bpm/v1/process-instances/{id}/record', {
      params: { path: { id } },
      headers: { accept: `application/${form}`, 'accept-language': language },
      parseAs: 'blob',
    }) as Promise<{ data?: Blob; error?: unknown; response: Response }>,
  )
}

export type InstanceAction = 'withdraw' | 'resubmit' | 'remind' | 'terminate' | 'suspend' | 'resume'

/** What can be done to an approval as a whole. `reason` goes where the action takes one. */
export async function actOnInstance(
  id: string,
  action: InstanceAction,
  reason: string,
): Promise<void> {
  const params = { path: { id } }
  const comment = reason === '' ? {} : { comment: reason }
  switch (action) {
    case 'withdraw':
      await unwrap(
        bpm.POST('/api/bpm/v1/process-instances/{id}/withdraw', { params, body: comment }),
      )
      return
    case 'remind':
      await unwrap(bpm.POST('/api/bpm/v1/process-instances/{id}/remind', { params, body: comment }))
      return
    case 'resubmit':
      await unwrap(bpm.POST('/api/bpm/v1/process-instances/{id}/resubmit', { params, body: {} }))
      return
    case 'terminate':
      await unwrap(
        bpm.POST('/api/bpm/v1/process-instances/{id}/terminate', {
          params,
          body: { reason },
        }),
      )
      return
    case 'suspend':
      await unwrap(
        bpm.POST('/api/bpm/v1/process-instances/{id}/suspend', {
          params,
          body: { reason },
        }),
      )
      return
    case 'resume':
      await unwrap(
        bpm.POST('/api/bpm/v1/process-instances/{id}/resume', {
          params,
          body: { reason },
        }),
      )
  }
}

import type { ApprovalTree } from '@countersign/contracts'
import { queryOptions } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'
import { readWhole } from '../../api/whole-list.ts'
import type { Stored } from '../../shared/form/use-edited.ts'
import type { components } from '@countersign/client/bpm'

export type DefinitionSummary = components['schemas']['DefinitionSummary']
export type Definition = components['schemas']['Definition']

export const definitionsQuery = queryOptions({
  queryKey: ['bpm', 'definitions'],
  queryFn: () =>
    readWhole((query) => unwrap(bpm.GET('/api/bpm/v1/definitions', { params: { query } }))),
})

export const definitionQuery = (id: string) =>
  queryOptions({
    queryKey: ['bpm', 'definitions', id],
    queryFn: () => unwrap(bpm.GET('/api/bpm/v1/definitions/{id}', { params: { path: { id } } })),
  })

/** The drawing as of a revision: an older one must not be taken for what was saved since. */
export const definitionXmlQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: ['bpm', 'definitions', id, 'xml', revision],
    queryFn: () =>
      unwrap(
        bpm.GET('/api/bpm/v1/definitions/{id}/xml', {
          params: { path: { id } },
          parseAs: 'text',
        }) as Promise<{ data?: string; error?: unknown; response: Response }>,
      ),
  })

/** What is drawn: a tree of steps, or a BPMN document. */
export type Content = { readonly tree: ApprovalTree } | { readonly bpmnXml: string }

/** A version with what is drawn in it, both of one revision. */
export const drawnQuery = (id: string) =>
  queryOptions({
    queryKey: ['bpm', 'definitions', id, 'drawn'],
    queryFn: async ({ client }): Promise<Drawn> => {
      const path = { id }
      const kept = await unwrap(bpm.GET('/api/bpm/v1/definitions/{id}', { params: { path } }))
      // The service keeps the tree as it was sent.
      if (kept.tree !== null) return { kept, content: { tree: kept.tree as ApprovalTree } }
      const bpmnXml = await client.fetchQuery(definitionXmlQuery(id, kept.revision))
      return { kept, content: { bpmnXml } }
    },
  })
export type Drawn = Stored<Definition, Content>

/** The body of a request; a tree is JSON as it stands. */
export const bodyOf = (content: Content) =>
  'tree' in content ? { tree: content.tree as never } : content

export const problemsQuery = (bizType: string, key: string, content: Content) =>
  queryOptions({
    queryKey: ['bpm', 'definitions', 'problems', bizType, key, content],
    queryFn: async ({ signal }) => {
      const body = { bizType, key, name: key, ...bodyOf(content) }
      return unwrap(bpm.POST('/api/bpm/v1/definitions/validate', { body, signal }))
    },
    staleTime: Infinity,
    gcTime: 60_000,
  })
export type Problem = Awaited<
  ReturnType<NonNullable<ReturnType<typeof problemsQuery>['queryFn']>>
>['problems'][number]
export type Repair = Problem['repairs'][number]

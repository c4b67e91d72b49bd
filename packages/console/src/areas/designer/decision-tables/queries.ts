import { queryOptions } from '@tanstack/react-query'
import { bpm, unwrap } from '../../../api/clients.ts'
import { readWhole } from '../../../api/whole-list.ts'
import type { Written } from './table.ts'

/** All versions of all tables, newest first. */
export const decisionsQuery = queryOptions({
  queryKey: ['bpm', 'decisions'],
  queryFn: () =>
    readWhole((query) => unwrap(bpm.GET('/api/bpm/v1/decisions', { params: { query } }))),
})

export const decisionQuery = (id: string) =>
  queryOptions({
    queryKey: ['bpm', 'decisions', id],
    queryFn: () => unwrap(bpm.GET('/api/bpm/v1/decisions/{id}', { params: { path: { id } } })),
  })

/** The content of a request: the lists of a draft that is written are not changed in place. */
export const contentOf = ({ table, examples }: Written) => ({ table, examples: [...examples] })

export const tableProblemsQuery = (bizType: string, written: Written) =>
  queryOptions({
    queryKey: ['bpm', 'decisions', 'problems', bizType, written],
    queryFn: async ({ signal }) => {
      const body = { bizType, ...contentOf(written) }
      return unwrap(bpm.POST('/api/bpm/v1/decisions/validate', { body, signal }))
    },
    staleTime: Infinity,
    gcTime: 60_000,
  })

import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { bpm, unwrap } from '../api/clients.ts'
import { readWhole } from '../api/whole-list.ts'
import type { components } from '@countersign/client/bpm'

export type BizType = components['schemas']['BizType']

/** The business types of the tenant; they change rarely. */
export const bizTypesQuery = queryOptions({
  queryKey: ['bpm', 'biz-types'],
  queryFn: () =>
    readWhole((query) => unwrap(bpm.GET('/api/bpm/v1/biz-types', { params: { query } }))),
  staleTime: 5 * 60_000,
})

/** The name of a business type by its code, or the code itself while it is not known. */
export function useBizTypeName(): (code: string) => string {
  const { data } = useQuery(bizTypesQuery)
  return useCallback((code) => data?.find((type) => type.code === code)?.name ?? code, [data])
}

import { queryOptions } from '@tanstack/react-query'
import { dms, unwrap } from '../../../api/clients.ts'

const readReading = () => unwrap(dms.GET('/api/dms/task-reading-policy'))
export type Reading = Awaited<ReturnType<typeof readReading>>

const readFiling = () => unwrap(dms.GET('/api/dms/record-filing-policy'))
export type Filing = Awaited<ReturnType<typeof readFiling>>

export const languages = ['en', 'zh-CN'] as const satisfies readonly Filing['languages'][number][]

export const readingQuery = queryOptions({
  queryKey: ['dms', 'task-reading-policy'],
  queryFn: readReading,
})

export const filingQuery = queryOptions({
  queryKey: ['dms', 'record-filing-policy'],
  queryFn: readFiling,
})

export const changeReading = (body: Reading) =>
  unwrap(dms.PUT('/api/dms/task-reading-policy', { body }))

export const changeFiling = (body: Filing) =>
  unwrap(dms.PUT('/api/dms/record-filing-policy', { body }))

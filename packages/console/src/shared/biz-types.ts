import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { bpm, unwrap } from '../api/clients.ts'
import { readWhole } from '../api/whole-list.ts'
import { useTranslation, type Language } from '../text/i18n.ts'
import type { components } from '@countersign/client/bpm'

export type BizType = components['schemas']['BizType']

/** The business types of the tenant; they change rarely. */
export const bizTypesQuery = queryOptions({
  queryKey: ['bpm', 'biz-types'],
  queryFn: () =>
    readWhole((query) => unwrap(bpm.GET('/api/bpm/v1/biz-types', { params: { query } }))),
  staleTime: 5 * 60_000,
})

/** The business types as they are called in the language of the reader, they and their variables. */
export function useBizTypes(options: { readonly refetchOnMount?: 'always' } = {}) {
  const { language } = useTranslation('common')
  return useQuery({ ...bizTypesQuery, ...options, select: inLanguage[language] })
}

const toLanguage = (language: Language) => (types: readonly BizType[]) =>
  types.map((type) => inWords(type, language))

// The same functions each time, or every drawing would choose anew.
const inLanguage = { en: toLanguage('en'), 'zh-CN': toLanguage('zh-CN') } as const

/** A key field is called the same wherever its variable is shown. */
export function inWords(type: BizType, language: Language): BizType {
  const { keyFields = [] } = type
  return {
    ...type,
    name: type.names?.[language] ?? type.name,
    variables: type.variables.map((variable) => {
      const key = keyFields.find((one) => one.variable === variable.name)
      const label = key?.label[language] ?? variable.labels?.[language] ?? variable.label
      return label === undefined ? variable : { ...variable, label }
    }),
  }
}

/** The name of a business type by its code, or the code itself while it is not known. */
export function useBizTypeName(): (code: string) => string {
  const { data } = useBizTypes()
  return useCallback((code) => data?.find((type) => type.code === code)?.name ?? code, [data])
}

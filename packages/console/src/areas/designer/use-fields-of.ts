import { useMemo } from 'react'
import { useBizTypes } from '../../shared/biz-types.ts'
import { useTranslation } from '../../text/i18n.ts'
import { fieldsOf, type Field } from './conditions/condition.ts'

/** What conditions of a process of this type can ask about. */
export function useFieldsOf(bizType: string): readonly Field[] {
  const { t } = useTranslation('designer')
  const { data: bizTypes } = useBizTypes()
  return useMemo(() => {
    const variables = bizTypes?.find(({ code }) => code === bizType)?.variables
    return variables === undefined ? [] : fieldsOf(variables, t('condition.initiator'))
  }, [bizTypes, bizType, t])
}

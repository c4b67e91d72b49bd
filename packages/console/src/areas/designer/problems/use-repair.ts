import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bpm, unwrap } from '../../../api/clients.ts'
import { notifyDone, notifyProblem } from '../../../shared/toasts/notify.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { problemsQuery, type Content, type Definition } from '../queries.ts'

/** Repairs what is drawn, by name or all that is safe; saved is it by whoever likes the result. */
export function useRepair(
  { bizType, key }: Definition,
  settle: () => Promise<Content>,
  onRepaired: (content: Content) => void,
) {
  const { t } = useTranslation('designer')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (repairs: readonly string[] | 'safe') => {
      const content = await settle()
      if (!('bpmnXml' in content)) throw new Error('only a BPMN document is repaired')
      const { bpmnXml } = content
      const named = repairs === 'safe' ? {} : { repairs: [...repairs] }
      const body = { bizType, key, bpmnXml, ...named }
      return unwrap(bpm.POST('/api/bpm/v1/definitions/repair', { body }))
    },
    onSuccess: ({ bpmnXml, applied, problems, warnings, imported }) => {
      const content = { bpmnXml }
      const { queryKey } = problemsQuery(bizType, key, content)
      queries.setQueryData(queryKey, { problems, warnings, imported })
      onRepaired(content)
      notifyDone(t('repairs.done', { count: applied.length }))
    },
    onError: notifyProblem,
  })
}
